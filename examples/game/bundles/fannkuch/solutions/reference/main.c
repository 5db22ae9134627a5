/* Flips of all permutations, made one from another by Heap's method. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long total;
static int most;

static void count(const char *numbers, int n) {
  char turned[16];
  memcpy(turned, numbers, (size_t)n);
  int flips = 0;
  for (int first; (first = turned[0]) != 1; flips++)
    for (int i = 0, j = first - 1; i < j; i++, j--) {
      const char kept = turned[i];
      turned[i] = turned[j];
      turned[j] = kept;
    }
  total += flips;
  if (flips > most) most = flips;
}

static void swap(char *numbers, int i, int j) {
  const char kept = numbers[i];
  numbers[i] = numbers[j];
  numbers[j] = kept;
}

int main(int words, char **word) {
  const int n = words > 1 ? atoi(word[1]) : 7;
  char numbers[16];
  int times[16] = {0};
  if (n < 1 || n > 12) return 2;
  for (int i = 0; i < n; i++) numbers[i] = (char)(i + 1);
  count(numbers, n);
  for (int i = 0; i < n;) {
    if (times[i] < i) {
      swap(numbers, i % 2 ? times[i] : 0, i);
      count(numbers, n);
      times[i]++;
      i = 0;
    } else {
      times[i++] = 0;
    }
  }
  printf("%ld\n%d\n", total, most);
}
