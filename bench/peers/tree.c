/* Four processes that hold 80 MiB each at the same time, for 300 ms. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 4, BYTES = 80 << 20 };

int main(void) {
  int ready[2], leave[2];
  char nothing = 0;
  if (pipe(ready) != 0 || pipe(leave) != 0) return 1;
  for (int i = 1; i < PROCESSES; i++) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child > 0) continue;
    close(leave[1]);
    char *memory = malloc(BYTES);
    if (memory == NULL) _exit(1);
    memset(memory, i, BYTES);
    if (write(ready[1], &nothing, 1) != 1 || read(leave[0], &nothing, 1) != 0) _exit(1);
    _exit(memory[BYTES - 1] == i ? 0 : 1);
  }
  char *memory = malloc(BYTES);
  if (memory == NULL) return 1;
  memset(memory, 0x55, BYTES);
  for (int i = 1; i < PROCESSES; i++) {
    if (read(ready[0], &nothing, 1) != 1) return 1;
  }
  usleep(300000);
  close(leave[1]);
  int failed = memory[BYTES - 1] != 0x55;
  for (int i = 1; i < PROCESSES; i++) {
    int status;
    failed |= wait(&status) < 0 || status != 0;
  }
  return failed;
}
