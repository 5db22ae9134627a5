// Multiplies polynomials modulo X^N + 1 and each q[l], coefficient by coefficient.
'use strict'

// Sums of so many products of 32 by 16 bits stay below 2^53, where numbers are exact.
const BLOCK = 32

function init(point) {
  return { n: point.N, limbs: point.L, primes: Array.from(point.q) }
}

function run({ n, limbs, primes }, inputs) {
  const c = new Uint32Array(n * limbs)
  for (let limb = 0; limb < limbs; limb++) {
    const product = multiply(column(inputs.a, limb, limbs), column(inputs.b, limb, limbs), primes[limb])
    for (let k = 0; k < n; k++) {
      c[k * limbs + limb] = product[k]
    }
  }
  return c
}

function column(tensor, limb, limbs) {
  const numbers = new Float64Array(tensor.length / limbs)
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = tensor[i * limbs + limb]
  }
  return numbers
}

function multiply(a, b, q) {
  const n = a.length
  // X^N is -1, so b goes on to the left with its sign changed: c[k] is the sum of a[i] * b[k - i].
  const high = new Float64Array(2 * n)
  const low = new Float64Array(2 * n)
  for (let i = 0; i < n; i++) {
    const negative = (q - b[i]) % q
    high[n + i] = Math.floor(b[i] / 65536)
    low[n + i] = b[i] % 65536
    high[i] = Math.floor(negative / 65536)
    low[i] = negative % 65536
  }
  const c = new Float64Array(n)
  for (let k = 0; k < n; k++) {
    let highs = 0
    let lows = 0
    for (let start = 0; start < n; start += BLOCK) {
      const end = Math.min(n, start + BLOCK)
      let sumOfHighs = 0
      let sumOfLows = 0
      for (let i = start; i < end; i++) {
        sumOfHighs += a[i] * high[n + k - i]
        sumOfLows += a[i] * low[n + k - i]
      }
      highs = (highs + (sumOfHighs % q)) % q
      lows = (lows + (sumOfLows % q)) % q
    }
    c[k] = ((highs * 65536) % q + lows) % q
  }
  return c
}

module.exports = { init, run }
