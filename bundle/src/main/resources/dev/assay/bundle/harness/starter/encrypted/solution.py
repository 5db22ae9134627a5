"""@{title} (@{bundle}): see README.md for how to build and run this."""

# What can be computed on ciphertexts is the bundle's: assay/envelope/envelope.py.
# from assay.envelope import envelope


def encode(inputs, point, config):
    """On the client, once per case: the vectors that are encrypted, each on its own. The inputs are:

@{inputs}
    The point has:

@{point}    """
    # One vector with a zero, to be replaced by what run computes with.
    return [[0]]


def init(point, context, config):
    """On the server, once per point; its time is not the metric. Returns whatever run needs."""
    return point


def run(state, ciphertexts, inputs):
    """On the server, once per case; the time of this call is the metric. Returns @{returned}. The public inputs are:

@{public_inputs}    """
    point = state  # noqa: F841
    # What came in, to be replaced by the answer.
    @{python_answer}


def decode(plaintexts, point, config):
    """On the client, once per case: the outputs, out of the vectors that were decrypted. They are:

@{secret_outputs}    """
    # Zeros of the right size, to be replaced by the answer.
    return {
@{zeros}    }


def free(state):
    """Optional: on the server, once per point, after the last case."""
