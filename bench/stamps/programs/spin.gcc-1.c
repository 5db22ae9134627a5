/* Iterations of two milliseconds. Says on standard error when each stamp was about to be left, by its own clock. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 20000 };

static long long left[MOST + 1];

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(void) {
  const int iterations = atoi(getenv("ASSAY_ITERATIONS"));
  const int stamps = open(getenv("ASSAY_STAMPS"), O_WRONLY);
  if (stamps < 0 || iterations > MOST) return 1;
  for (int i = 0; i <= iterations; i++) {
    if (i > 0) {
      const long long end = now() + 2000000;
      while (now() < end) continue;
      puts("1");
    }
    left[i] = now();
    if (dprintf(stamps, "%d\n", i) < 0) return 1;
  }
  for (int i = 0; i <= iterations; i++) fprintf(stderr, "%lld\n", left[i]);
  return 0;
}
