// The reference: all numbers in one vector, one product.
'use strict'

const envelope = require('./assay/envelope/envelope.js')

module.exports = {
  encode: (inputs, point, config) => [inputs.xs],
  init: (point, context, config) => context,
  run: (context, ciphertexts, inputs) => [envelope.multiply(context, ciphertexts[0], inputs.ws)],
  decode: (plaintexts, point, config) => ({ ys: plaintexts[0] }),
}
