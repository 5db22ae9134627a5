'use strict'
// The server multiplies slot by slot; the client sums up what it has decrypted.

exports.encode = (inputs) => [inputs.a, inputs.b]

exports.init = (point, context) => context

exports.run = ({ evaluator }, [a, b]) => [evaluator.multiply(a, b)]

exports.decode = ([plain], point) => {
  let sum = 0n
  for (let i = 0; i < point.N; i++) {
    sum += plain[i]
  }
  return { c: [sum] }
}
