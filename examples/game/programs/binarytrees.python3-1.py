"""Perfect trees, made and counted: a node is a pair of its children."""
import sys


def make(depth):
    return (make(depth - 1), make(depth - 1)) if depth else (None, None)


def count(node):
    left, right = node
    return 1 if left is None else 1 + count(left) + count(right)


n = int(sys.argv[1])
kept = make(n)
for depth in range(4, n + 1, 2):
    trees = 2 ** (n - depth + 4)
    print(depth, trees, sum(count(make(depth)) for _ in range(trees)))
print(n, 1, count(kept))
