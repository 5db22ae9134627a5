"""{{name}}: s[i] = (x[0] + … + x[i]) mod m."""

from array import array
from itertools import accumulate

import assay_bundle


def derive(params):
    """What follows from the parameters alone: every name of signature.derived."""
    return {"m": 1_000_003}


def generate(point, stream):
    """One case: every name of signature.inputs. Take all randomness from the stream."""
    return {"x": stream.array("u32", point.N, below=point.m)}


def oracle(point, inputs):
    """What verify compares with. Leave it out when verify needs no more than the inputs."""
    m = point.m
    return {"s": array("I", accumulate(inputs.x, lambda a, b: (a + b) % m))}


def verify(point, inputs, expected, outputs):
    """Whether the outputs are right, and metrics by name. They have the right sizes and no NaN, and
    are the author's: nothing else about them can be relied on."""
    return outputs.s == expected.s, {}


if __name__ == "__main__":
    assay_bundle.main(derive=derive, generate=generate, oracle=oracle, verify=verify, numpy=False)
