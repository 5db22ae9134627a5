/* What a bare posix_spawn and wait of PROGRAM takes: nanoseconds of each of COUNT, one a line, with a pause of MICROS
 * before each, since caches and the processor cool down meanwhile. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
  if (count < 4) return 2;
  char *command[] = {words[1], NULL};
  for (int left = atoi(words[2]); left > 0; left--) {
    pid_t pid;
    int status;
    usleep((useconds_t)atoi(words[3]));
    const long long start = now();
    if (posix_spawn(&pid, command[0], NULL, NULL, command, environ) != 0) return 1;
    if (waitpid(pid, &status, 0) != pid) return 1;
    printf("%lld\n", now() - start);
  }
  return 0;
}
