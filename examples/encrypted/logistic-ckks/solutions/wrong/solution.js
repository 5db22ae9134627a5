'use strict'
// The hyperbolic tangent, which is another function.

const { evaluate, prepare } = require('./chebyshev.js')

const DEGREE = 7
const WIDTH = 5

exports.encode = function encode(inputs, point, config) {
  const slots = config.ring_degree / 2
  const packings = []
  for (let start = 0; start < point.N; start += slots) {
    packings.push(inputs.xs.slice(start, start + slots).map((x) => x / WIDTH))
  }
  return packings
}

exports.init = function init(point, context) {
  return prepare(context, (t) => Math.tanh(WIDTH * t) / 2, DEGREE)
}

exports.run = function run(state, ciphertexts) {
  return ciphertexts.map((ciphertext) => evaluate(state, ciphertext))
}

exports.decode = function decode(plaintexts, point) {
  const ys = new Float64Array(point.N)
  let filled = 0
  for (const plain of plaintexts) {
    const part = plain.subarray(0, Math.min(plain.length, point.N - filled))
    ys.set(part, filled)
    filled += part.length
  }
  return ys
}
