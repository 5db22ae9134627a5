# The planets as README.md has them, written for clearness.
import math
import sys

SUN = 4 * math.pi**2
bodies = [[SUN, [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]
for k in range(1, 5):
    bodies.append([SUN / (1000 * k), [5.0 * k, 0.0, k / 10], [0.0, 2 * math.pi / math.sqrt(5 * k), 0.0]])
bodies[0][2] = [-sum(m * v[axis] for m, _, v in bodies[1:]) / SUN for axis in range(3)]


def pairs():
    for i, one in enumerate(bodies):
        for other in bodies[i + 1 :]:
            yield one, other


def energy():
    moving = sum(m * sum(c * c for c in v) / 2 for m, _, v in bodies)
    return moving - sum(a[0] * b[0] / math.dist(a[1], b[1]) for a, b in pairs())


print("%.9f" % energy())
for _ in range(int(sys.argv[1])):
    for (m, p, v), (n, q, w) in pairs():
        d = [a - b for a, b in zip(p, q)]
        pull = 0.01 / sum(c * c for c in d) ** 1.5
        for axis in range(3):
            v[axis] -= d[axis] * n * pull
            w[axis] += d[axis] * m * pull
    for _, p, v in bodies:
        for axis in range(3):
            p[axis] += 0.01 * v[axis]
print("%.9f" % energy())
