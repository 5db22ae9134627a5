"""One pass with a table of what each byte becomes, then a sort."""

from collections import Counter

_TABLE = bytes(
    byte | 32 if chr(byte).isascii() and chr(byte).isalpha() else 32 for byte in range(256)
)


def init(point):
    return None


def run(state, inputs):
    counts = Counter(bytes(inputs.text).translate(_TABLE).split())
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return {"counts": b"".join(b"%s %d\n" % pair for pair in ordered)}
