/* A command: hostile MODE FOLDER. When the mode lets it go on, it prints an answer and exits with 0. */
#include "hostile.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count != 3) return 96;
  if (strcmp(arguments[1], "answers-and-spins") == 0) {
    puts("the answer is 42");
    fflush(stdout);
    hostile("spins", arguments[2]);
  }
  hostile(arguments[1], arguments[2]);
  puts("the answer is 42");
  return 0;
}
