/* Prints how many seconds a command took: stopwatch COMMAND ARGUMENT... */
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

int main(int count, char **arguments) {
  struct timespec start, end;
  pid_t child;
  int status;
  if (count < 2) {
    return 2;
  }
  clock_gettime(CLOCK_MONOTONIC, &start);
  if (posix_spawnp(&child, arguments[1], NULL, NULL, &arguments[1], environ) != 0) {
    return 1;
  }
  waitpid(child, &status, 0);
  clock_gettime(CLOCK_MONOTONIC, &end);
  const long long nanos = (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec;
  printf("%lld.%09lld\n", nanos / 1000000000, nanos % 1000000000);
  return status == 0 ? 0 : 1;
}
