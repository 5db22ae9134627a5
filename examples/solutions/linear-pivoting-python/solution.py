"""Solves A x = b by Gaussian elimination with partial pivoting."""

from operator import mul


def init(point):
    return point.N


def run(n, inputs):
    a, b = numbers(inputs.A), numbers(inputs.b)
    # Each row has its right-hand side as the last element.
    rows = [a[i * n : (i + 1) * n] + [b[i]] for i in range(n)]
    for column in range(n):
        largest = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[largest] = rows[largest], rows[column]
        pivot = rows[column]
        for row in range(column + 1, n):
            factor = rows[row][column] / pivot[column]
            rows[row] = [x - factor * y for x, y in zip(rows[row], pivot)]
    x = [0.0] * n
    for row in reversed(range(n)):
        known = sum(map(mul, rows[row][row + 1 : n], x[row + 1 :]))
        x[row] = (rows[row][n] - known) / rows[row][row]
    return x


def numbers(tensor):
    """The elements in a row, whether the tensor is of numpy or an array.array."""
    return memoryview(tensor).cast("B").cast("d").tolist()
