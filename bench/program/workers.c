/* Eight worker processes that compute for SECONDS each: workers SECONDS. Each says on standard output what CPU time
 * it used by its own account (getrusage), right before it ends; nobody waits for them but for their lines. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { WORKERS = 8 };

static double used(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **words) {
  const double seconds = count > 1 ? atof(words[1]) : 0.5;
  int ends[2];
  if (pipe(ends) != 0) return 1;
  for (int i = 0; i < WORKERS; i++) {
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      volatile double sum = 0;
      double mine;
      while ((mine = used()) < seconds) {
        for (int k = 0; k < 100000; k++) sum += k;
      }
      /* Its own end is all that is missing. */
      return write(ends[1], &mine, sizeof mine) == sizeof mine ? 0 : 1;
    }
  }
  double sum = used();
  for (int i = 0; i < WORKERS; i++) {
    double one;
    if (read(ends[0], &one, sizeof one) != sizeof one) return 1;
    sum += one;
  }
  printf("%.9f\n", sum);
  return 0;
}
