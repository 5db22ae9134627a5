"""Planets about a sun."""
import sys
from itertools import combinations
from math import pi, sqrt

SUN = 4 * pi * pi


def place():
    # mass, place, speed
    bodies = [[SUN, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
    for k in range(1, 5):
        bodies.append([SUN / (1000 * k), 5.0 * k, 0.0, k / 10, 0.0, 2 * pi / sqrt(5 * k), 0.0])
        bodies[0][5] -= bodies[k][0] * bodies[k][5] / SUN
    return bodies


def energy(bodies, pairs):
    total = sum(m * (u * u + v * v + w * w) / 2 for m, _, _, _, u, v, w in bodies)
    for a, b in pairs:
        total -= a[0] * b[0] / sqrt((a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 + (a[3] - b[3]) ** 2)
    return total


def advance(bodies, pairs, steps, dt):
    for _ in range(steps):
        for a, b in pairs:
            x = a[1] - b[1]
            y = a[2] - b[2]
            z = a[3] - b[3]
            squared = x * x + y * y + z * z
            pull = dt / (squared * sqrt(squared))
            of, to = b[0] * pull, a[0] * pull
            a[4] -= x * of
            a[5] -= y * of
            a[6] -= z * of
            b[4] += x * to
            b[5] += y * to
            b[6] += z * to
        for one in bodies:
            one[1] += dt * one[4]
            one[2] += dt * one[5]
            one[3] += dt * one[6]


def main():
    bodies = place()
    pairs = list(combinations(bodies, 2))
    print("%.9f" % energy(bodies, pairs))
    advance(bodies, pairs, int(sys.argv[1]), 0.01)
    print("%.9f" % energy(bodies, pairs))


main()
