// Perfect trees, made and counted.
#include <cstdlib>
#include <iostream>
#include <memory>

struct Node {
  std::unique_ptr<Node> left, right;

  explicit Node(int depth) {
    if (depth > 0) {
      left = std::make_unique<Node>(depth - 1);
      right = std::make_unique<Node>(depth - 1);
    }
  }

  long count() const { return 1 + (left ? left->count() + right->count() : 0); }
};

int main(int count, char **words) {
  const int n = count > 1 ? std::atoi(words[1]) : 10;
  const Node kept(n);
  for (int depth = 4; depth <= n; depth += 2) {
    const long trees = 1L << (n - depth + 4);
    long nodes = 0;
    for (long i = 0; i < trees; ++i) nodes += Node(depth).count();
    std::cout << depth << ' ' << trees << ' ' << nodes << '\n';
  }
  std::cout << n << " 1 " << kept.count() << '\n';
}
