"""Multiplies polynomials modulo X^N + 1 and each q[l], coefficient by coefficient."""

from array import array
from operator import mul


def init(point):
    return point.N, point.L, list(map(int, point.q))


def run(state, inputs):
    n, limbs, primes = state
    a, b = numbers(inputs.a), numbers(inputs.b)
    c = array("I", bytes(4 * n * limbs))
    for limb, q in enumerate(primes):
        c[limb::limbs] = array("I", multiply(a[limb::limbs], b[limb::limbs], q))
    return c


def multiply(a, b, q):
    n = len(a)
    # X^N is -1, so b goes on to the left with its sign changed: c[k] is the sum of a[i] * b[k - i].
    # Backwards, the factors that belong to a c[k] stand in a row.
    backwards = b[::-1] + [-x for x in b[:0:-1]]
    return [sum(map(mul, a, backwards[n - 1 - k : 2 * n - 1 - k])) % q for k in range(n)]


def numbers(tensor):
    """The elements in a row, whether the tensor is of numpy or an array.array."""
    return memoryview(tensor).cast("B").cast("I").tolist()
