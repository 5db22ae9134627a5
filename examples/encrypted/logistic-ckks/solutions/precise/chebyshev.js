'use strict'
// An odd function from -1 to 1, plus 0.5, on encrypted numbers: degree 7 in three levels, degree 15 in four.

/** The coefficients of t, t^3, t^5, … of the polynomial that interpolates an odd function at Chebyshev's nodes. */
function oddCoefficients(f, degree) {
  const nodes = Array.from({ length: degree + 1 }, (_, k) => Math.cos((Math.PI * (k + 0.5)) / (degree + 1)))
  let previous = [1]
  let current = [0, 1]
  const sum = new Array(degree + 1).fill(0)
  for (let n = 1; n <= degree; n++) {
    const scaled = nodes.reduce((total, t) => total + f(t) * Math.cos(n * Math.acos(t)), 0) * (2 / (degree + 1))
    current.forEach((coefficient, power) => { sum[power] += scaled * coefficient })
    // T(n+1) = 2 t T(n) - T(n-1)
    const next = [0, ...current.map((coefficient) => 2 * coefficient)]
    previous.forEach((coefficient, power) => { next[power] -= coefficient })
    previous = current
    current = next
  }
  return sum.filter((_, power) => power % 2 === 1)
}

/** What is the same for all cases. */
function prepare(context, f, degree) {
  const constant = (value) => context.encoder.encode(new Float64Array(context.encoder.slotCount).fill(value), context.scale)
  return { ...context, coefficients: oddCoefficients(f, degree).map(constant), half: constant(0.5) }
}

/** The polynomial of one ciphertext. Everything on the way is given back. */
function evaluate(state, t) {
  const held = []
  const keep = (ciphertext) => { held.push(ciphertext); return ciphertext }
  const { evaluator, scale, relinKeys, seal } = state

  /** One level down; the scale is set right, which is off by less than 1 in 2^20. */
  const rescaled = (product) => {
    const result = keep(evaluator.rescaleToNext(product))
    result.setScale(scale)
    return result
  }
  const times = (a, plain) => rescaled(keep(evaluator.multiplyPlain(a, plain)))
  const product = (a, b) => {
    const [x, y] = aligned(a, b)
    return rescaled(keep(evaluator.relinearize(keep(evaluator.multiply(x, y)), relinKeys)))
  }
  const square = (a) => rescaled(keep(evaluator.relinearize(keep(evaluator.square(a)), relinKeys)))
  const sum = (a, b) => keep(evaluator.add(...aligned(a, b)))
  const levelOf = (a) => a.coeffModulusSize
  const aligned = (a, b) =>
    levelOf(a) > levelOf(b) ? [lowered(a, b), b] : levelOf(b) > levelOf(a) ? [a, lowered(b, a)] : [a, b]
  const lowered = (a, to) => keep(evaluator.cipherModSwitchTo(a, to.parmsId))

  try {
    const [c1, c3, c5, c7, c9, c11, c13, c15] = state.coefficients
    const t2 = square(t)
    const t4 = square(t2)
    /** t (a + b t^2), two levels down. */
    const pair = (a, b) => sum(times(t, a), product(times(t, b), t2))
    const quad = (a, b, c, d) => sum(pair(a, b), product(pair(c, d), t4))
    const low = quad(c1, c3, c5, c7)
    const whole = c9 === undefined ? low : sum(low, product(quad(c9, c11, c13, c15), square(t4)))
    const half = seal.PlainText()
    try {
      evaluator.plainModSwitchTo(state.half, whole.parmsId, half)
      return evaluator.addPlain(whole, half)
    } finally {
      half.delete()
    }
  } finally {
    held.forEach((one) => one.delete())
  }
}

module.exports = { prepare, evaluate }
