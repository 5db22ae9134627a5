/* Spectral norm, by ten rounds of the power method. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double element(long i, long j) { return 1.0 / (double)((i + j) * (i + j + 1) / 2 + i + 1); }

static void times(long n, int turned, const double *in, double *out) {
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (long j = 0; j < n; j++) sum += (turned ? element(j, i) : element(i, j)) * in[j];
    out[i] = sum;
  }
}

int main(int count, char **words) {
  const long n = count > 1 ? atol(words[1]) : 100;
  double *u = calloc((size_t)n, sizeof *u), *v = calloc((size_t)n, sizeof *v), *half = calloc((size_t)n, sizeof *half);
  if (!u || !v || !half) return 1;
  for (long i = 0; i < n; i++) v[i] = 1;
  for (int round = 0; round < 10; round++) {
    times(n, 0, v, half);
    times(n, 1, half, u);
    times(n, 0, u, half);
    times(n, 1, half, v);
  }
  double uv = 0, vv = 0;
  for (long i = 0; i < n; i++) {
    uv += u[i] * v[i];
    vv += v[i] * v[i];
  }
  printf("%.9f\n", sqrt(uv / vv));
}
