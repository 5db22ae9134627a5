'use strict'
// The server multiplies slot by slot, and sums up the slots by rotating: the client reads one number.

exports.encode = (inputs) => [inputs.a, inputs.b]

exports.init = (point, context) => ({ ...context, steps: stepsFor(point.N) })

/** Half of the vector onto the other half, a quarter onto a quarter, …; the slots behind it are zero. */
function stepsFor(length) {
  const steps = []
  for (let step = 1; step < length; step *= 2) {
    steps.unshift(step)
  }
  return steps
}

exports.run = (state, [a, b]) => {
  const { evaluator, relinKeys, galoisKeys, steps, seal } = state
  const sum = evaluator.multiply(a, b)
  evaluator.relinearize(sum, relinKeys, sum)
  const rotated = seal.CipherText()
  try {
    for (const step of steps) {
      evaluator.rotateRows(sum, step, galoisKeys, rotated)
      evaluator.add(sum, rotated, sum)
    }
  } finally {
    rotated.delete()
  }
  return [sum]
}

exports.decode = ([plain]) => ({ c: plain.slice(0, 1) })
