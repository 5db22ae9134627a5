"""Spectral norm, by ten rounds of the power method."""
import sys
from math import sqrt


def times(vector, turned):
    places = range(len(vector))
    out = []
    for i in places:
        total = 0.0
        for j in places:
            d = i + j
            total += vector[j] / (d * (d + 1) // 2 + (j if turned else i) + 1)
        out.append(total)
    return out


v = [1.0] * int(sys.argv[1])
for _ in range(10):
    u = times(times(v, False), True)
    v = times(times(u, False), True)
print("%.9f" % sqrt(sum(a * b for a, b in zip(u, v)) / sum(b * b for b in v)))
