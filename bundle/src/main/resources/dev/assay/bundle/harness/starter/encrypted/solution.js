// @{title} (@{bundle}): see README.md for how to run this.
'use strict'

// What can be computed on ciphertexts is the bundle's, as in: const envelope = require('./assay/envelope/envelope.js')

// On the client, once per case: the vectors that are encrypted, each on its own. The inputs are:
@{inputs}// The point has:
@{point}function encode(inputs, point, config) {
  // One vector with a zero, to be replaced by what run computes with.
  return [@{js_vector}]
}

// On the server, once per point; its time is not the metric. Returns whatever run needs, or a promise of it.
function init(point, context, config) {
  return { point, context }
}

// On the server, once per case; the time of this call is the metric. Returns @{returned}. The public inputs are:
@{public_inputs}function run(state, ciphertexts, inputs) {
  const { point } = state
  // What came in, to be replaced by the answer.
  @{js_answer}
}

// On the client, once per case: the outputs, out of the vectors that were decrypted. They are:
@{secret_outputs}function decode(plaintexts, point, config) {
  // Zeros of the right size, to be replaced by the answer.
  return {
@{zeros}  }
}

// Optional: on the server, once per point, after the last case.
function free(state) {}

module.exports = { encode, init, run, decode, free }
