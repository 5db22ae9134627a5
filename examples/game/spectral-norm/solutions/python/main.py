"""Spectral norm by the power method, in plain Python: main.py N"""

import sys


def element(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def multiply(n, v):
    return [sum(element(i, j) * v[j] for j in range(n)) for i in range(n)]


def multiply_transposed(n, v):
    return [sum(element(j, i) * v[j] for j in range(n)) for i in range(n)]


def main(n):
    v = [1.0] * n
    for _ in range(10):
        u = multiply_transposed(n, multiply(n, v))
        v = multiply_transposed(n, multiply(n, u))
    norm = sum(a * b for a, b in zip(u, v)) / sum(b * b for b in v)
    print("%.9f" % norm**0.5)


main(int(sys.argv[1]))
