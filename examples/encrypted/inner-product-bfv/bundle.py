"""inner-product/bfv: the exact inner product of two secret vectors of small integers."""

from array import array
from operator import mul

import assay_bundle


def generate(point, stream):
    return {name: stream.array("i64", point.N, low=-10, below=11) for name in ("a", "b")}


def oracle(point, inputs):
    return {"c": array("q", [sum(map(mul, inputs.a, inputs.b))])}


def verify(point, inputs, expected, outputs):
    if outputs.c[0] != expected.c[0]:
        return False, {}, "the inner product is %d, not %d" % (expected.c[0], outputs.c[0])
    return True, {}


if __name__ == "__main__":
    assay_bundle.main(generate=generate, oracle=oracle, verify=verify, numpy=False)
