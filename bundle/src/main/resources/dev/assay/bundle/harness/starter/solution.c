/* @{title} (@{bundle}): see README.md for how to build and run this. */
#include "assay/signature.h"

#include <stdlib.h>

/* What assay_init prepares for assay_run. */
struct assay_state {
  const assay_point *point;
};

/* Once per point; its time is not the metric. The point has:
@{point}*/
assay_state *assay_init(const assay_point *point) {
  assay_state *state = malloc(sizeof *state);
  if (state == NULL) {
    exit(1);
  }
  state->point = point;
  return state;
}

/* Once per case; the time of this call is the metric. 0 is success. The inputs are:
@{inputs}   The outputs stand there already, full of zeros:
@{outputs}*/
int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
  (void)state;
  (void)inputs;
  (void)outputs;
  return 0;
}

/* Optional: once per point, after the last case. */
void assay_free(assay_state *state) { free(state); }
