/* Multiplies polynomials modulo X^N + 1 and each q[l], coefficient by coefficient. */
#include "assay/signature.h"

#include <stdio.h>
#include <stdlib.h>

struct assay_state {
  const assay_point *point;
};

assay_state *assay_init(const assay_point *point) {
  assay_state *state = malloc(sizeof *state);
  if (state == NULL) {
    fputs("no memory\n", stderr);
    exit(1);
  }
  state->point = point;
  return state;
}

int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
  const uint32_t n = state->point->N, limbs = state->point->L;
  for (uint32_t limb = 0; limb < limbs; limb++) {
    const uint64_t q = state->point->q[limb];
    for (uint32_t k = 0; k < n; k++) {
      uint64_t sum = 0;
      for (uint32_t i = 0; i < n; i++) {
        const uint32_t j = i <= k ? k - i : k - i + n;
        const uint64_t product = (uint64_t)inputs->a[i * limbs + limb] * inputs->b[j * limbs + limb] % q;
        /* X^N is -1: what went over the end comes back with its sign changed. */
        sum += i <= k ? product : q - product;
      }
      outputs->c[k * limbs + limb] = (uint32_t)(sum % q);
    }
  }
  return 0;
}

void assay_free(assay_state *state) { free(state); }
