"""polymul/negacyclic: products in Z_q[X] / (X^N + 1), exact.

The oracle multiplies through Python's integers (Kronecker substitution): each polynomial becomes one
integer with 96 bits a coefficient, which no sum of N products of numbers below 2^32 can pass.
"""

from array import array

import assay_bundle

_SLOT_BYTES = 12


def derive(params):
    limbs = -(-params.W // 32)
    if limbs == 0:
        raise assay_bundle.BundleError("W = 0: a modulus has at least one bit")
    primes = _primes(limbs, params.W // limbs, 2 * params.N)
    return {"L": limbs, "q": array("I", primes)}


def _primes(count, bits, step):
    """The `count` largest primes below 2^bits that are 1 modulo `step`, from the largest."""
    primes = []
    candidate = ((1 << bits) - 2) // step * step + 1
    while len(primes) < count:
        if candidate < 2:
            raise assay_bundle.BundleError("there are no %d primes below 2^%d that are 1 mod %d" % (count, bits, step))
        if _is_prime(candidate):
            primes.append(candidate)
        candidate -= step
    return primes


def _is_prime(n):
    """Miller and Rabin; the bases 2, 7, 61 decide every n below 4,759,123,141 (Jaeschke 1993)."""
    if n < 2 or n % 2 == 0:
        return n == 2
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 7, 61):
        power = pow(base, odd, n)
        if base % n == 0 or power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def generate(point, stream):
    return {"a": _polynomial(point, stream), "b": _polynomial(point, stream)}


def _polynomial(point, stream):
    coefficients = array("I", bytes(4 * point.N * point.L))
    for limb, q in enumerate(point.q):
        coefficients[limb :: point.L] = stream.array("u32", point.N, below=q)
    return coefficients


def oracle(point, inputs):
    product = array("I", bytes(4 * point.N * point.L))
    for limb, q in enumerate(point.q):
        a, b = inputs.a[limb :: point.L], inputs.b[limb :: point.L]
        product[limb :: point.L] = array("I", _product(a, b, q))
    return {"c": product}


def _product(a, b, q):
    n = len(a)
    wide = (_as_integer(a) * _as_integer(b)).to_bytes(2 * n * _SLOT_BYTES, "little")
    words = array("I")
    words.frombytes(wide)
    slots = [low + (middle << 32) + (high << 64) for low, middle, high in zip(words[0::3], words[1::3], words[2::3])]
    # X^N is -1, so the upper half is taken away from the lower.
    return [(lower - upper) % q for lower, upper in zip(slots[:n], slots[n:])]


def _as_integer(coefficients):
    words = array("I", bytes(_SLOT_BYTES * len(coefficients)))
    words[0::3] = coefficients
    return int.from_bytes(words.tobytes(), "little")


def verify(point, inputs, expected, outputs):
    if outputs.c == expected.c:
        return True, {}
    wrong = [i for i, (got, due) in enumerate(zip(outputs.c, expected.c)) if got != due]
    i, limb = divmod(wrong[0], point.L)
    note = "%d of %d coefficients are wrong, the first is c[%d,%d]: %d, not %d" % (
        len(wrong), len(expected.c), i, limb, outputs.c[wrong[0]], expected.c[wrong[0]],
    )  # fmt: skip
    return False, {}, note


if __name__ == "__main__":
    assay_bundle.main(derive=derive, generate=generate, oracle=oracle, verify=verify, numpy=False)
