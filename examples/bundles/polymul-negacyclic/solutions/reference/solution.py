"""The schoolbook method: every coefficient with every other, then one remainder for each."""

from array import array
from operator import mul


def init(point):
    return point.N, point.L, [int(q) for q in memoryview(point.q)]


def run(state, inputs):
    n, limbs, primes = state
    a, b = _flat(inputs.a), _flat(inputs.b)
    c = array("I", bytes(4 * n * limbs))
    for limb, q in enumerate(primes):
        # b backwards, then b backwards with the sign changed: the n elements from place n - 1 - k are
        # b[k], …, b[0], -b[n-1], …, -b[k+1], since X^n is -1.
        backwards = b[limb::limbs][::-1]
        turned = backwards + [-x for x in backwards]
        x = a[limb::limbs]
        sums = (sum(map(mul, x, turned[n - 1 - k : 2 * n - 1 - k])) for k in range(n))
        c[limb::limbs] = array("I", (value % q for value in sums))
    return {"c": c}


def _flat(tensor):
    """The elements in order, of an array.array and of a numpy array of any shape alike."""
    return memoryview(tensor).cast("B").cast("I").tolist()
