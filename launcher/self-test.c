/*
 * What `assay doctor` executes in the sandbox, to see whether limits, accounting and the machine's noise are as they
 * should be. Static, so that it runs on any root. Each mode is one of its checks:
 *
 *   loop              never ends
 *   escape            leaves a grandchild in a session of its own that ignores every polite signal and spins; exits 0
 *   child-oom MIB     a child touches MIB of memory; exits 0 whatever became of it
 *   threads N MS      N threads spin until each has used MS of CPU time
 *   spin MS           uses MS of CPU time
 *   work COUNT        COUNT dependent steps of integer arithmetic
 *
 * Exit codes: 0 done; 2 used wrongly; 3 the kernel refused something.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DONE = 0, USAGE = 2, REFUSED = 3, MOST_THREADS = 64 };

static const long NANOS_PER_SECOND = 1000000000L;
static const long NANOS_PER_MILLI = 1000000L;

static long used(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) exit(REFUSED);
  return time.tv_sec * NANOS_PER_SECOND + time.tv_nsec;
}

/* Between two looks at the clock, which are system calls, lie some hundred nanoseconds of the program's own time. */
static void spin_until(clockid_t clock, long nanos) {
  while (used(clock) < nanos) {
    for (volatile int turns = 0; turns < 200; turns++) continue;
  }
}

static _Noreturn void endless(void) {
  for (volatile unsigned long turns = 0;; turns++) continue;
}

/* The usual steps of a daemon: its parent's session, group and terminal are no longer its own. */
static int escape(void) {
  pid_t child = fork();
  if (child < 0) return REFUSED;
  if (child > 0) return waitpid(child, NULL, 0) == child ? DONE : REFUSED;
  if (setsid() < 0) _exit(REFUSED);
  pid_t grandchild = fork();
  if (grandchild != 0) _exit(grandchild < 0 ? REFUSED : DONE);
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  endless();
}

static int touch(long mebibytes) {
  size_t step = 1 << 20;
  for (long done = 0; done < mebibytes; done++) {
    char *block = mmap(NULL, step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return REFUSED;
    memset(block, 1, step);
  }
  return DONE;
}

static int child_oom(long mebibytes) {
  pid_t child = fork();
  if (child < 0) return REFUSED;
  if (child == 0) _exit(touch(mebibytes));
  return waitpid(child, NULL, 0) == child ? DONE : REFUSED;
}

static void *spinner(void *millis) {
  spin_until(CLOCK_THREAD_CPUTIME_ID, *(long *)millis * NANOS_PER_MILLI);
  return NULL;
}

static int threads(long count, long millis) {
  pthread_t started[MOST_THREADS];
  if (count < 1 || count > MOST_THREADS) return USAGE;
  for (long i = 0; i < count; i++) {
    if (pthread_create(&started[i], NULL, spinner, &millis) != 0) return REFUSED;
  }
  for (long i = 0; i < count; i++) {
    if (pthread_join(started[i], NULL) != 0) return REFUSED;
  }
  return DONE;
}

/* Each step waits for the one before (xorshift, then a multiplication), so no processor can do two at a time. */
static int work(long count) {
  uint64_t state = 88172645463325252ULL;
  for (long step = 0; step < count; step++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    state *= 2685821657736338717ULL;
  }
  return printf("%llu\n", (unsigned long long)state) > 0 ? DONE : REFUSED;
}

static long number(const char *word) {
  char *end;
  long value = strtol(word, &end, 10);
  if (*word == '\0' || *end != '\0' || value < 0) exit(USAGE);
  return value;
}

int main(int count, char **words) {
  const char *mode = count > 1 ? words[1] : "";
  if (count == 2 && strcmp(mode, "loop") == 0) endless();
  if (count == 2 && strcmp(mode, "escape") == 0) return escape();
  if (count == 3 && strcmp(mode, "child-oom") == 0) return child_oom(number(words[2]));
  if (count == 4 && strcmp(mode, "threads") == 0) return threads(number(words[2]), number(words[3]));
  if (count == 3 && strcmp(mode, "work") == 0) return work(number(words[2]));
  if (count == 3 && strcmp(mode, "spin") == 0) {
    spin_until(CLOCK_PROCESS_CPUTIME_ID, number(words[2]) * NANOS_PER_MILLI);
    return DONE;
  }
  fprintf(stderr, "usage: self-test loop | escape | child-oom MIB | threads N MS | spin MS | work COUNT\n");
  return USAGE;
}
