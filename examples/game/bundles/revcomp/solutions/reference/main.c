/* The other strand: everything is read, then each sequence is written from its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char other[256];
static char *text;
static size_t length;

static void readAll(void) {
  size_t room = 1 << 16;
  text = malloc(room);
  for (size_t got; text && (got = fread(text + length, 1, room - length, stdin)) > 0;) {
    length += got;
    if (length == room) text = realloc(text, room *= 2);
  }
  if (!text) exit(1);
}

static void writeTurned(const char *from, const char *to) {
  int column = 0;
  while (to > from) {
    const char letter = *--to;
    if (letter == '\n') continue;
    putchar_unlocked(other[(unsigned char)letter]);
    if (++column == 60) {
      putchar_unlocked('\n');
      column = 0;
    }
  }
  if (column) putchar_unlocked('\n');
}

int main(void) {
  const char *pairs = "ATCGMKRYWWSSVBHDNN";
  for (int i = 0; pairs[i]; i += 2) {
    other[(unsigned char)pairs[i]] = pairs[i + 1];
    other[(unsigned char)pairs[i + 1]] = pairs[i];
  }
  readAll();
  const char *end = text + length;
  for (const char *at = text; at < end;) {
    const char *line = memchr(at, '\n', (size_t)(end - at));
    line = line ? line + 1 : end;
    fwrite(at, 1, (size_t)(line - at), stdout);
    const char *next = memchr(line, '>', (size_t)(end - line));
    next = next ? next : end;
    writeTurned(line, next);
    at = next;
  }
}
