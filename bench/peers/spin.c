/* Uses SECONDS of CPU time by its own clock. With a second argument a child does, that nobody waits for: its parent learns of
 * its end by a pipe. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double used(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void spin(double seconds) {
  while (used() < seconds) {
    for (volatile int i = 0; i < 10000; i++) {
    }
  }
}

int main(int count, char **words) {
  double seconds = count > 1 ? atof(words[1]) : 2;
  int ends[2];
  char nothing;
  if (count < 3) {
    spin(seconds);
    return 0;
  }
  if (pipe(ends) != 0) return 1;
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    close(ends[0]);
    spin(seconds);
    _exit(0);
  }
  close(ends[1]);
  return read(ends[0], &nothing, 1) == 0 ? 0 : 1;
}
