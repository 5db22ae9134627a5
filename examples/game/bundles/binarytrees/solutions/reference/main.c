/* Perfect trees, made and counted. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
};

static struct node *make(int depth) {
  struct node *one = malloc(sizeof *one);
  if (!one) exit(1);
  one->left = depth ? make(depth - 1) : NULL;
  one->right = depth ? make(depth - 1) : NULL;
  return one;
}

static long count(const struct node *one) { return one ? 1 + count(one->left) + count(one->right) : 0; }

static void drop(struct node *one) {
  if (one) {
    drop(one->left);
    drop(one->right);
    free(one);
  }
}

int main(int words, char **word) {
  const int n = words > 1 ? atoi(word[1]) : 10;
  struct node *kept = make(n);
  for (int depth = 4; depth <= n; depth += 2) {
    const long trees = 1L << (n - depth + 4);
    long nodes = 0;
    for (long i = 0; i < trees; i++) {
      struct node *tree = make(depth);
      nodes += count(tree);
      drop(tree);
    }
    printf("%d %ld %ld\n", depth, trees, nodes);
  }
  printf("%d 1 %ld\n", n, count(kept));
  drop(kept);
}
