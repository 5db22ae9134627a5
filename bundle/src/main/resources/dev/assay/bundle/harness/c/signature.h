/* Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost. */
#ifndef ASSAY_SIGNATURE_H
#define ASSAY_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A value of the type `bytes`. */
typedef struct {
  uint8_t *data;
  size_t size;
} assay_bytes;

/* What is the same for all cases at a point: its parameters, and what the bundle derives from them.
   It stays where it is until assay_free has returned. */
typedef struct {
@{point}} assay_point;

/* What one case hands to assay_run. Tensors are row-major. Yours until assay_run returns. */
typedef struct {
@{inputs}} assay_inputs;

/* What assay_run fills in. Tensors stand there already, of their declared size and filled with zeros.
   A value of the type `bytes` is empty: let its `data` point to memory from malloc, which the harness
   frees, and set its `size`. */
typedef struct {
@{outputs}} assay_outputs;

/* Yours: define it as `struct assay_state { … };`. */
typedef struct assay_state assay_state;

/* Yours: called once per point, before the first case. Its time is not the metric. It may return
   NULL if there is nothing to remember; if it cannot go on, it calls exit(1). */
assay_state *assay_init(const assay_point *point);

/* Yours: called once per case. Its time is the metric, from the call to the return. 0 is success;
   any other number makes the case a crash. */
int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs);

/* Yours, and optional: called after the last case. */
__attribute__((weak)) void assay_free(assay_state *state);

#ifdef __cplusplus
}
#endif

#endif
