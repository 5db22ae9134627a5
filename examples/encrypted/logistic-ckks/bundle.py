"""logistic/ckks: 1 / (1 + exp(-x)) of many secret numbers from -5 to 5.

An answer is a case as soon as it is near the function at all; how near it has to be is the bar's business.
"""

from array import array
from math import exp

import assay_bundle


def generate(point, stream):
    return {"xs": stream.array("f64", point.N, low=-5.0, below=5.0)}


def oracle(point, inputs):
    return {"ys": array("d", [1.0 / (1.0 + exp(-x)) for x in inputs.xs])}


def verify(point, inputs, expected, outputs):
    error = max(abs(y - due) for y, due in zip(outputs.ys, expected.ys))
    # A NaN is no number that is near.
    if not all(abs(y - due) <= 0.05 for y, due in zip(outputs.ys, expected.ys)):
        return False, {}, "an element is off by more than 0.05"
    return True, {"max_abs_err": error, **assay_bundle.precision(expected.ys, outputs.ys)}


if __name__ == "__main__":
    assay_bundle.main(generate=generate, oracle=oracle, verify=verify, numpy=False)
