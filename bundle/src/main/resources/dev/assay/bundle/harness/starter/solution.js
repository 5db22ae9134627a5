// @{title} (@{bundle}): see README.md for how to run this.
'use strict'

// Once per point; its time is not the metric. Returns whatever run needs, or a promise of it. The point has:
@{point}function init(point) {
  return { point }
}

// Once per case; the time of this call is the metric. The inputs are:
@{inputs}// The outputs are:
@{outputs}// Tensors come as flat typed arrays, row after row. They may be returned as such, as (nested) arrays, or as an
// ArrayBuffer in the form of the files.
function run(state, inputs) {
  const { point } = state
  // Zeros of the right size, to be replaced by the answer.
  return {
@{zeros}  }
}

// Optional: once per point, after the last case.
function free(state) {}

module.exports = { init, run, free }
