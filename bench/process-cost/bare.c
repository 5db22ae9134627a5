/* What a bare posix_spawn and wait of /bin/true takes: nanoseconds of each of N, one a line, with a pause of
 * MICROS before each. A paced spawn is slower, since caches and the processor have cooled down. */
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
  char *command[] = {"/bin/true", NULL};
  for (int left = count > 1 ? atoi(words[1]) : 200; left > 0; left--) {
    pid_t pid;
    int status;
    if (count > 2) usleep(atoi(words[2]));
    long long start = now();
    if (posix_spawn(&pid, command[0], NULL, NULL, command, environ) != 0) return 1;
    if (waitpid(pid, &status, 0) != pid) return 1;
    printf("%lld\n", now() - start);
  }
  return 0;
}
