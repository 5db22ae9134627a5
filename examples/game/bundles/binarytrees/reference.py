# A perfect tree of depth d has 2^(d + 1) - 1 nodes, so there is nothing to make.
import sys

n = int(sys.argv[1])
for depth in range(4, n + 1, 2):
    trees = 2 ** (n - depth + 4)
    print(depth, trees, trees * (2 ** (depth + 1) - 1))
print(n, 1, 2 ** (n + 1) - 1)
