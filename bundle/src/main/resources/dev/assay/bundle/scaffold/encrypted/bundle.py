"""{{name}}: ys[i] = ws[i] * xs[i], where xs is encrypted."""

import assay_bundle


def generate(point, stream):
    """One case: every name of signature.inputs. Take all randomness from the stream."""
    return {
        "xs": stream.array("f64", point.N, low=-1, below=1),
        "ws": stream.array("f64", point.N, low=-1, below=1),
    }


def oracle(point, inputs):
    """What verify compares with. Leave it out when verify needs no more than the inputs."""
    return {"ys": [w * x for w, x in zip(inputs.ws, inputs.xs)]}


def verify(point, inputs, expected, outputs):
    """Whether the outputs are right, and metrics by name. They have the right sizes and no NaN, and
    are the author's: nothing else about them can be relied on."""
    metrics = assay_bundle.precision(expected.ys, outputs.ys)
    return metrics["precision_bits_worst"] >= 16, metrics


if __name__ == "__main__":
    assay_bundle.main(generate=generate, oracle=oracle, verify=verify, numpy=False)
