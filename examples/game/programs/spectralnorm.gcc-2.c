/* Spectral norm, by ten rounds of the power method. Four threads, each with its rows. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4 };

static long n;
static double *u, *v, *half;
static pthread_barrier_t together;

static double element(long i, long j) { return 1.0 / (double)((i + j) * (i + j + 1) / 2 + i + 1); }

static void times(long from, long to, int turned, const double *in, double *out) {
  for (long i = from; i < to; i++) {
    double sum = 0;
    for (long j = 0; j < n; j++) sum += (turned ? element(j, i) : element(i, j)) * in[j];
    out[i] = sum;
  }
  pthread_barrier_wait(&together);
}

static void *work(void *number) {
  const long part = (long)number, from = n * part / THREADS, to = n * (part + 1) / THREADS;
  for (int round = 0; round < 10; round++) {
    times(from, to, 0, v, half);
    times(from, to, 1, half, u);
    times(from, to, 0, u, half);
    times(from, to, 1, half, v);
  }
  return NULL;
}

int main(int count, char **words) {
  pthread_t threads[THREADS];
  n = count > 1 ? atol(words[1]) : 100;
  u = calloc((size_t)n, sizeof *u);
  v = calloc((size_t)n, sizeof *v);
  half = calloc((size_t)n, sizeof *half);
  if (!u || !v || !half || pthread_barrier_init(&together, NULL, THREADS)) return 1;
  for (long i = 0; i < n; i++) v[i] = 1;
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, work, (void *)i)) return 1;
  for (long i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  double uv = 0, vv = 0;
  for (long i = 0; i < n; i++) {
    uv += u[i] * v[i];
    vv += v[i] * v[i];
  }
  printf("%.9f\n", sqrt(uv / vv));
}
