# The power method on the matrix of README.md.
import math
import sys

n = int(sys.argv[1])
rows = [[1 / ((i + j) * (i + j + 1) // 2 + i + 1) for j in range(n)] for i in range(n)]
columns = list(zip(*rows))


def times(matrix, vector):
    return [math.fsum(a * b for a, b in zip(row, vector)) for row in matrix]


v = [1.0] * n
for _ in range(10):
    u = times(columns, times(rows, v))
    v = times(columns, times(rows, u))
print("%.9f" % math.sqrt(math.fsum(a * b for a, b in zip(u, v)) / math.fsum(b * b for b in v)))
