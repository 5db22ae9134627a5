"""linear/solve: A x = b in double precision, judged by the relative residual.

    A = [ U1    ] [ d S   S  ] [ V1    ]
        [    U2 ] [  S  -d S ] [    V2 ]    with d = 2^-K

S is diagonal and falls from 1 to 2^-K, the U and V are reflections, so every singular value is one of S
times sqrt(1 + d^2), and the condition number is 2^K. The upper left half is small by the same 2^-K:
elimination that takes its pivots there in turn loses about K bits, one that picks them loses none.

All sums are fsum's, which rounds once: the built-in sum differs between versions of Python.
"""

from array import array
from math import fsum
from operator import mul

import assay_bundle


def generate(point, stream):
    if point.N % 2 or point.N < 4:
        raise assay_bundle.BundleError("N = %d: linear/solve needs an even N from 4" % point.N)
    half = point.N // 2
    u1, u2, v1, v2 = (_vector(stream, half) for _ in range(4))
    small = 2.0**-point.K
    upper = zip(_block(point, u1, v1, small), _block(point, u1, v2, 1.0))
    lower = zip(_block(point, u2, v1, 1.0), _block(point, u2, v2, -small))
    rows = [left + right for left, right in [*upper, *lower]]
    x = _vector(stream, point.N)
    flat = array("d")
    for row in rows:
        flat.extend(row)
    return {"A": flat, "b": array("d", [fsum(map(mul, row, x)) for row in rows])}


def _vector(stream, count):
    return stream.array("f64", count, low=-1.0, below=1.0)


def _block(point, u, v, factor):
    """factor * (reflection along u) S (reflection along v), as rows."""
    half = len(u)
    rows = [array("d", bytes(8 * half)) for _ in range(half)]
    for i in range(half):
        rows[i][i] = factor * 2.0 ** -(point.K * i // (half - 1))
    return _transposed(_reflected(_transposed(_reflected(rows, v)), u))


def _reflected(rows, v):
    """Each row times I - 2 v v^T / (v^T v)."""
    scale = 2.0 / fsum(map(mul, v, v))
    reflected = []
    for row in rows:
        weight = scale * fsum(map(mul, row, v))
        reflected.append(array("d", [a - weight * b for a, b in zip(row, v)]))
    return reflected


def _transposed(rows):
    return [array("d", column) for column in zip(*rows)]


def verify(point, inputs, expected, outputs):
    """The metric rel_residual is max |A x - b| / max |b|; what it may be stands in the manifest's bar."""
    n, x = point.N, outputs.x
    if not max(map(abs, x)) <= 1e100:
        return False, {}, "an element of x is beyond 1e100"
    sums = [fsum(map(mul, inputs.A[i * n : (i + 1) * n], x)) for i in range(n)]
    residual = max(abs(total - due) for total, due in zip(sums, inputs.b))
    # A case is ok when it is an answer at all; how good it has to be is the bar's business.
    metric = residual / max(map(abs, inputs.b))
    return metric <= 1e-5, {"rel_residual": metric}


if __name__ == "__main__":
    assay_bundle.main(generate=generate, verify=verify, numpy=False)
