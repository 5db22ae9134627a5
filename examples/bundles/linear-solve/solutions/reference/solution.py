"""Gaussian elimination with partial pivoting, row by row."""

from array import array
from operator import mul


def init(point):
    return point.N


def run(n, inputs):
    flat = memoryview(inputs.A).cast("B").cast("d").tolist()
    right = memoryview(inputs.b).cast("B").cast("d").tolist()
    rows = [flat[i * n : (i + 1) * n] + [right[i]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        top = rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / top[k]
            rows[i][k:] = [a - factor * b for a, b in zip(rows[i][k:], top[k:])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(map(mul, rows[i][i + 1 : n], x[i + 1 :]))) / rows[i][i]
    return {"x": array("d", x)}
