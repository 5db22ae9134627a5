"""@{title} (@{bundle}): see README.md for how to run this."""


def init(point):
    """Once per point; its time is not the metric. Returns whatever run needs. The point has:

@{point}    """
    return point


def run(state, inputs):
    """Once per case; the time of this call is the metric. The inputs are:

@{inputs}
    The outputs are:

@{outputs}
    Tensors come as numpy arrays where numpy is installed, else as flat array.array, row after row.
    They may be returned as either, as (nested) lists, or as bytes in the form of the files.
    """
    point = state  # noqa: F841
    # Zeros of the right size, to be replaced by the answer.
    return {
@{zeros}    }


def free(state):
    """Optional: once per point, after the last case."""
