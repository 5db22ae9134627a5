# The square root of the largest eigenvalue of A'A, by ten steps of the power method, where A is the matrix of n rows with
# 1 / ((i + j)(i + j + 1) / 2 + i + 1) in row i and column j. Written for clearness, not for speed.
import math
import sys

n = int(sys.argv[1])
A = [[1.0 / ((i + j) * (i + j + 1) // 2 + i + 1) for j in range(n)] for i in range(n)]
T = [list(column) for column in zip(*A)]


def times(matrix, vector):
    return [math.fsum(a * b for a, b in zip(row, vector)) for row in matrix]


v = [1.0] * n
for _ in range(10):
    u = times(T, times(A, v))
    v = times(T, times(A, u))
print("%.9f" % math.sqrt(math.fsum(map(lambda a, b: a * b, u, v)) / math.fsum(b * b for b in v)))
