"""Polynomials modulo X^N + 1 and q, as lists of integers. For tests only: nothing here is secure in practice."""

import os

# 2^27 - 39 is prime.
MODULI = {27: (1 << 27) - 39, 26: (1 << 26) - 5}
PLAIN = 256


def modulus(bits):
    return MODULI.get(sum(bits), 1 << sum(bits))


def multiply(a, b, q):
    """By one multiplication of large integers: coefficients stand 80 bits apart."""
    n, width = len(a), 10
    product = pack(a, width) * pack(b, width)
    data = product.to_bytes(2 * n * width, "little")
    c = [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]
    return [(c[i] - c[i + n]) % q for i in range(n)]


def pack(a, width):
    return int.from_bytes(b"".join(x.to_bytes(width, "little") for x in a), "little")


def add(a, b, q):
    return [(x + y) % q for x, y in zip(a, b)]


def scale(a, factor, q):
    return [x * factor % q for x in a]


def uniform(n, q):
    data = os.urandom(8 * n)
    return [int.from_bytes(data[8 * i : 8 * i + 8], "little") % q for i in range(n)]


def ternary(n, q):
    return [(x % 3 - 1) % q for x in os.urandom(n)]


def noise(n, q):
    """The difference of the bits of two words: a standard deviation of 3.2."""
    data = os.urandom(8 * n)
    words = [int.from_bytes(data[8 * i : 8 * i + 8], "little") for i in range(n)]
    return [((w & 0xFFFFF).bit_count() - ((w >> 20) & 0xFFFFF).bit_count()) % q for w in words]


def to_bytes(a):
    return b"".join(x.to_bytes(4, "little") for x in a)


def from_bytes(data):
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
