/* Spectral norm by the power method: spectral-norm N */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double element(long i, long j) {
  return 1.0 / (double)((i + j) * (i + j + 1) / 2 + i + 1);
}

/* out = A in, or A transposed. */
static void multiply(long n, int transposed, const double *in, double *out) {
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (long j = 0; j < n; j++) {
      sum += (transposed ? element(j, i) : element(i, j)) * in[j];
    }
    out[i] = sum;
  }
}

int main(int count, char **words) {
  const long n = count > 1 ? atol(words[1]) : 100;
  if (n < 1) {
    fprintf(stderr, "a number of rows is needed, from 1\n");
    return 2;
  }
  double *u = malloc(sizeof *u * (size_t)n);
  double *v = malloc(sizeof *v * (size_t)n);
  double *half = malloc(sizeof *half * (size_t)n);
  if (u == NULL || v == NULL || half == NULL) {
    return 1;
  }
  for (long i = 0; i < n; i++) {
    v[i] = 1;
  }
  for (int round = 0; round < 10; round++) {
    multiply(n, 0, v, half);
    multiply(n, 1, half, u);
    multiply(n, 0, u, half);
    multiply(n, 1, half, v);
  }
  double uv = 0;
  double vv = 0;
  for (long i = 0; i < n; i++) {
    uv += u[i] * v[i];
    vv += v[i] * v[i];
  }
  printf("%.9f\n", sqrt(uv / vv));
  free(u);
  free(v);
  free(half);
  return 0;
}
