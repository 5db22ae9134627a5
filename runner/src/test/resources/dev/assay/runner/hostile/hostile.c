/* One mode per way to end, to cost, to flood or to leave something behind. Each is one line of the table at the end. */
#define _GNU_SOURCE
#include "hostile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KIB = 1 << 10, MIB = 1 << 20, CHILDREN = 4 };

static const char *folder;

/* ---- Pieces ---- */

static void say(const char *text) {
  size_t length = strlen(text);
  if (write(1, text, length) != (ssize_t)length) _exit(98);
}

static void need(int fine, const char *what) {
  if (fine) return;
  fprintf(stderr, "hostile: %s: %s\n", what, strerror(errno));
  _exit(97);
}

static pid_t begin(void) {
  pid_t pid = fork();
  need(pid >= 0, "fork");
  return pid;
}

static void spin(void) {
  for (volatile unsigned long i = 0;; i++) continue;
}

static void rest(void) {
  while (1) sleep(1000);
}

static int64_t clock_nanos(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Uses CPU time of one thread, to the microsecond. */
static void burn(int64_t nanos) {
  int64_t end = clock_nanos(CLOCK_THREAD_CPUTIME_ID) + nanos;
  while (clock_nanos(CLOCK_THREAD_CPUTIME_ID) < end) continue;
}

static void pause_for(int64_t nanos) {
  struct timespec time = {nanos / 1000000000, nanos % 1000000000};
  while (nanosleep(&time, &time) < 0 && errno == EINTR) continue;
}

/* Fresh memory, every page of it written. */
static char *take(size_t bytes, int sharing) {
  char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
  need(memory != MAP_FAILED, "mmap");
  for (size_t at = 0; at < bytes; at += 4096) memory[at] = 1;
  return memory;
}

static void grab_without_end(void) {
  while (1) take(MIB, MAP_PRIVATE);
}

static const char *in_folder(const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/* ---- Causes ---- */

static void grabs_memory_in_a_child(void) {
  pid_t child = begin();
  if (child == 0) grab_without_end();
  waitpid(child, NULL, 0);
}

static void write_200_mib(void) {
  char *chunk = take(2 * MIB, MAP_PRIVATE);
  int file = open(in_folder("200-mib"), O_CREAT | O_WRONLY | O_TRUNC, 0644);
  need(file >= 0, "open");
  for (int i = 0; i < 100; i++) need(write(file, chunk, 2 * MIB) == 2 * MIB, "write");
  close(file);
}

/* A file of 200 MiB that lies where the program starts, read from disk. */
static void read_200_mib(void) {
  char *chunk = take(2 * MIB, MAP_PRIVATE);
  int file = open("200-mib", O_RDONLY);
  need(file >= 0, "open");
  need(posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0, "fadvise");
  long sum = 0;
  ssize_t count;
  while ((count = read(file, chunk, 2 * MIB)) > 0) sum += count;
  need(count == 0 && sum == 200L * MIB, "read");
  close(file);
}

static void exit_137(void) { _exit(137); }
static void exit_3(void) { exit(3); }
static void kill_itself(void) { kill(getpid(), SIGKILL); }
static void segfault(void) { *(volatile int *)8 = 1; }

static void *segfault_in_a_thread(void *unused) {
  segfault();
  return unused;
}

static void in_a_thread(void *(*body)(void *)) {
  pthread_t thread;
  need(pthread_create(&thread, NULL, body, NULL) == 0, "pthread_create");
  pthread_join(thread, NULL);
}

static void crash_a_thread(void) { in_a_thread(segfault_in_a_thread); }

static void end_this_thread(int signal) {
  (void)signal;
  pthread_exit(NULL);
}

/* The thread is gone, and the process does not notice. */
static void crash_a_thread_alone(void) {
  struct sigaction action = {.sa_handler = end_this_thread};
  sigaction(SIGSEGV, &action, NULL);
  crash_a_thread();
}

static void crash_a_thread_and_exit_0(void) {
  crash_a_thread_alone();
  exit(0);
}

static void crash_a_child(void) {
  pid_t child = begin();
  if (child == 0) segfault();
  waitpid(child, NULL, 0);
}

/* ---- Ways not to end ---- */

static void refuse_signals(void) {
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
}

static void spin_deaf(void) {
  refuse_signals();
  spin();
}

static void sleep_deaf(void) {
  refuse_signals();
  rest();
}

static void stop_itself(void) {
  while (1) kill(getpid(), SIGSTOP);
}

static void stop_with_children(void) {
  for (int i = 0; i < CHILDREN; i++) {
    if (begin() == 0) stop_itself();
  }
  stop_itself();
}

static void block_in_a_pipe(void) {
  int ends[2];
  char byte;
  need(pipe(ends) == 0, "pipe");
  need(read(ends[0], &byte, 1) == 1, "read of what never comes");
}

/* ---- CPU time ---- */

#define ONE_SECOND 1000000000LL

/* Until every process that holds the other end is gone: it waits for none of them. */
static void await_hang_up(int ends[2]) {
  char byte;
  close(ends[1]);
  while (read(ends[0], &byte, 1) > 0) continue;
}

static void burn_unwaited(void) {
  int ends[2];
  need(pipe(ends) == 0, "pipe");
  if (begin() == 0) {
    burn(ONE_SECOND);
    _exit(0);
  }
  await_hang_up(ends);
}

static void burn_after_double_fork(void) {
  int ends[2];
  need(pipe(ends) == 0, "pipe");
  pid_t child = begin();
  if (child == 0) {
    if (begin() == 0) burn(ONE_SECOND);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  await_hang_up(ends);
}

static void burn_with_children_ignored(void) {
  signal(SIGCHLD, SIG_IGN);
  burn_unwaited();
  signal(SIGCHLD, SIG_DFL);
}

static void burn_in_a_daemon(void) {
  int ends[2];
  need(pipe(ends) == 0, "pipe");
  if (begin() == 0) {
    setsid();
    if (begin() == 0) {
      if (chdir("/") < 0) _exit(1);
      for (int stream = 0; stream < 3; stream++) close(stream);
      burn(ONE_SECOND);
    }
    _exit(0);
  }
  await_hang_up(ends);
}

/* What a killed child has used counts as much. */
static void burn_in_a_killed_child(void) {
  int ends[2];
  need(pipe(ends) == 0, "pipe");
  if (begin() == 0) {
    burn(ONE_SECOND);
    kill(getpid(), SIGKILL);
  }
  await_hang_up(ends);
}

static void *burn_half(void *unused) {
  burn(ONE_SECOND / 2);
  return unused;
}

static void burn_in_two_threads(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) need(pthread_create(&threads[i], NULL, burn_half, NULL) == 0, "pthread_create");
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

/* ---- Memory ---- */

/* Four processes with 80 MiB each at the same time, for so long. */
static void hold_in_children(int64_t nanos) {
  int ready[2], leave[2];
  char byte = 0;
  pid_t children[CHILDREN];
  need(pipe(ready) == 0 && pipe(leave) == 0, "pipe");
  for (int i = 0; i < CHILDREN; i++) {
    if ((children[i] = begin()) == 0) {
      close(leave[1]);
      take(80 * MIB, MAP_PRIVATE);
      need(write(ready[1], &byte, 1) == 1, "write");
      while (read(leave[0], &byte, 1) > 0) continue;
      _exit(0);
    }
  }
  for (int i = 0; i < CHILDREN; i++) need(read(ready[0], &byte, 1) == 1, "read");
  pause_for(nanos);
  close(leave[1]);
  for (int i = 0; i < CHILDREN; i++) waitpid(children[i], NULL, 0);
  close(leave[0]);
  close(ready[0]);
  close(ready[1]);
}

static void hold_in_children_shortly(void) { hold_in_children(50000000); }
static void hold_in_children_long(void) { hold_in_children(600000000); }

static pthread_barrier_t barrier;

static void *hold_80_mib(void *unused) {
  char *memory = take(80 * MIB, MAP_PRIVATE);
  pthread_barrier_wait(&barrier);
  pause_for(50000000);
  pthread_barrier_wait(&barrier);
  munmap(memory, 80 * MIB);
  return unused;
}

static void hold_in_threads(void) {
  pthread_t threads[CHILDREN];
  pthread_barrier_init(&barrier, NULL, CHILDREN);
  for (int i = 0; i < CHILDREN; i++) need(pthread_create(&threads[i], NULL, hold_80_mib, NULL) == 0, "pthread_create");
  for (int i = 0; i < CHILDREN; i++) pthread_join(threads[i], NULL);
}

/* 320 MiB that four processes see, and that are there once. */
static void hold_in_shared_memory(void) {
  char *memory = take(320 * MIB, MAP_SHARED);
  pid_t children[CHILDREN];
  for (int i = 0; i < CHILDREN; i++) {
    if ((children[i] = begin()) == 0) {
      for (size_t at = 0; at < 320 * MIB; at += 4096) memory[at]++;
      _exit(0);
    }
  }
  for (int i = 0; i < CHILDREN; i++) waitpid(children[i], NULL, 0);
  munmap(memory, 320 * MIB);
}

/* ---- Floods ---- */

static void fork_without_end(void) {
  say("forks\n");
  while (1) {
    if (fork() < 0) usleep(1000);
  }
}

static void *rest_in_a_thread(void *unused) {
  rest();
  return unused;
}

static void start_10_000_threads(void) {
  pthread_attr_t small;
  pthread_t thread;
  int started = 0;
  int error = 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * KIB);
  while (started < 10000 && (error = pthread_create(&thread, &small, rest_in_a_thread, NULL)) == 0) started++;
  printf("refused after %d threads: %s\n", started, strerror(error));
  fflush(stdout);
}

static void print_without_end(void) {
  say("the head\n");
  for (unsigned long i = 0;; i++) {
    char line[64];
    snprintf(line, sizeof line, "line %lu\n", i);
    say(line);
  }
}

static void print_a_long_line(void) {
  char *chunk = take(MIB, MAP_PRIVATE);
  memset(chunk, 'x', MIB);
  say("the head ");
  for (int i = 0; i < 1024; i++) {
    for (size_t at = 0; at < MIB;) {
      ssize_t count = write(1, chunk + at, MIB - at);
      need(count > 0, "write");
      at += (size_t)count;
    }
  }
  say(" the tail\n");
}

static void refused(const char *where, long sum, const char *unit) {
  printf("refused in %s after %ld %s: %s\n", where, sum, unit, strerror(errno));
  fflush(stdout);
}

static void fill(const char *where) {
  char path[4096];
  char chunk[64 * KIB];
  long sum = 0;
  ssize_t count = -1;
  memset(chunk, 'x', sizeof chunk);
  snprintf(path, sizeof path, "%s/flood", where);
  int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0644);
  while (file >= 0 && (count = write(file, chunk, sizeof chunk)) > 0) sum += count;
  refused(where, sum / MIB, "MiB");
}

static void fill_with_files(const char *where, int bytes) {
  char path[4096];
  long files = 0;
  for (; files < 1000000; files++) {
    snprintf(path, sizeof path, "%s/%ld", where, files);
    int file = open(path, O_CREAT | O_WRONLY, 0644);
    if (file < 0) break;
    if (write(file, "x", (size_t)bytes) != bytes) break;
    close(file);
  }
  refused(where, files, "files");
}

static void fill_the_output(void) {
  fill(folder);
  rest();
}

static void fill_the_output_with_files(void) {
  fill_with_files(folder, 1);
  rest();
}

static void fill_the_output_with_empty_files(void) {
  fill_with_files(folder, 0);
  rest();
}

static void fill_its_folder(void) { fill("."); }
static void fill_its_folder_with_files(void) { fill_with_files(".", 1); }
static void fill_tmp(void) { fill("/tmp"); }
static void fill_tmp_with_files(void) { fill_with_files("/tmp", 1); }
static void fill_tmp_with_empty_files(void) { fill_with_files("/tmp", 0); }
static void fill_shm(void) { fill("/dev/shm"); }

/* ---- Streams ---- */

static void truncate_its_output(void) {
  say("the first line\n");
  if (ftruncate(1, 0) == 0) say("truncated\n");
  if (lseek(1, 0, SEEK_SET) >= 0) say("rewound\n");
  for (const char **path = (const char *[]){"/proc/self/fd/1", "/dev/stdout", NULL}; *path != NULL; path++) {
    int again = open(*path, O_WRONLY | O_TRUNC);
    need(again >= 0, "open standard output again");
    if (pwrite(again, "over", 4, 0) >= 0) say("overwritten\n");
    close(again);
  }
  say("the last line\n");
}

static void close_its_output(void) {
  say("the last line\n");
  for (int stream = 0; stream < 3; stream++) close(stream);
  burn(ONE_SECOND / 5);
}

static void leave_a_grandchild_at_the_pipe(void) {
  say("the last line\n");
  pid_t child = begin();
  if (child == 0) {
    setsid();
    if (begin() == 0) rest();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

/* Fills the pipe from behind while the first process leaves. */
static void leave_a_printing_grandchild(void) {
  say("the last line of the first\n");
  if (begin() == 0) {
    setsid();
    while (1) say("noise\n");
  }
}

/* ---- What is left ---- */

static void leave_spinners(void) {
  for (int i = 0; i < 3; i++) {
    pid_t child = begin();
    if (child == 0) {
      setsid();
      refuse_signals();
      if (begin() == 0) spin();
      _exit(0);
    }
    waitpid(child, NULL, 0);
  }
}

/* Exits with 9 when anybody but itself and the launcher is there. */
static void look_around(void) {
  DIR *processes = opendir("/proc");
  need(processes != NULL, "opendir");
  for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
    long pid = strtol(entry->d_name, NULL, 10);
    if (pid > 1 && pid != getpid()) {
      printf("process %ld is there\n", pid);
      fflush(stdout);
      _exit(9);
    }
  }
  closedir(processes);
  burn(ONE_SECOND / 5);
}

/* ---- All of them ---- */

static void nothing(void) {}

static const struct {
  const char *name;
  void (*act)(void);
} modes[] = {
    {"sound", nothing},
    {"grabs-memory", grab_without_end},
    {"child-grabs-memory", grabs_memory_in_a_child},
    {"writes-200-mib", write_200_mib},
    {"reads-200-mib", read_200_mib},
    {"exits-137", exit_137},
    {"kills-itself", kill_itself},
    {"segfaults", segfault},
    {"aborts", abort},
    {"throws", hostile_throw},
    {"exits-3", exit_3},
    {"thread-crashes", crash_a_thread},
    {"thread-crashes-alone", crash_a_thread_alone},
    {"thread-crashes-and-exits-0", crash_a_thread_and_exit_0},
    {"child-crashes", crash_a_child},
    {"spins", spin_deaf},
    {"sleeps", sleep_deaf},
    {"stops-itself", stop_itself},
    {"stops-with-children", stop_with_children},
    {"blocks-in-a-pipe", block_in_a_pipe},
    {"burns-unwaited", burn_unwaited},
    {"burns-after-double-fork", burn_after_double_fork},
    {"burns-with-sigchld-ignored", burn_with_children_ignored},
    {"burns-in-a-daemon", burn_in_a_daemon},
    {"burns-in-a-killed-child", burn_in_a_killed_child},
    {"burns-in-two-threads", burn_in_two_threads},
    {"holds-in-children", hold_in_children_long},
    {"holds-in-children-shortly", hold_in_children_shortly},
    {"holds-in-threads", hold_in_threads},
    {"holds-in-shared-memory", hold_in_shared_memory},
    {"forks-without-end", fork_without_end},
    {"starts-10000-threads", start_10_000_threads},
    {"prints-without-end", print_without_end},
    {"prints-a-gibibyte-line", print_a_long_line},
    {"fills-the-output", fill_the_output},
    {"fills-the-output-with-files", fill_the_output_with_files},
    {"fills-the-output-with-empty-files", fill_the_output_with_empty_files},
    {"fills-its-folder", fill_its_folder},
    {"fills-its-folder-with-files", fill_its_folder_with_files},
    {"fills-tmp", fill_tmp},
    {"fills-tmp-with-files", fill_tmp_with_files},
    {"fills-tmp-with-empty-files", fill_tmp_with_empty_files},
    {"fills-shm", fill_shm},
    {"truncates-its-output", truncate_its_output},
    {"closes-its-output", close_its_output},
    {"grandchild-holds-the-pipe", leave_a_grandchild_at_the_pipe},
    {"grandchild-prints-on", leave_a_printing_grandchild},
    {"leaves-spinners", leave_spinners},
    {"looks-around", look_around},
};

void hostile(const char *mode, const char *writable) {
  folder = writable;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    if (strcmp(modes[i].name, mode) == 0) {
      modes[i].act();
      return;
    }
  }
  fprintf(stderr, "hostile: no mode '%s'\n", mode);
  _exit(99);
}
