"""The reference: all numbers in one vector, one product."""

from assay.envelope import envelope


def encode(inputs, point, config):
    return [inputs.xs]


def init(point, context, config):
    return context


def run(context, ciphertexts, inputs):
    return [envelope.multiply(context, ciphertexts[0], inputs.ws)]


def decode(plaintexts, point, config):
    return {"ys": plaintexts[0]}
