"""A small scheme of the kind of BFV, in Python alone. For tests only.

A ciphertext is a pair (c0, c1) with c0 + c1 s = round(q / 256) m + noise.
"""

import math
from types import SimpleNamespace

from . import ring

MAGIC = b"ring"


def keygen(config, point):
    if config.ballast_mib:
        ballast = [b"x" * (1 << 20) + bytes([i % 256]) for i in range(config.ballast_mib)]
    else:
        ballast = []
    n, q = config.ring_degree, ring.modulus(config.modulus_bits)
    s, a, e = ring.ternary(n, q), ring.uniform(n, q), ring.noise(n, q)
    b = ring.add(ring.multiply(ring.scale(a, -1, q), s, q), ring.scale(e, -1, q), q)
    return SimpleNamespace(n=n, q=q, bits=config.modulus_bits, mark=a[0] % 256, public=(b, a), secret=s, ballast=ballast)


def save_keys(keys):
    return {
        "public": {"public": ring.to_bytes(keys.public[0]) + ring.to_bytes(keys.public[1])},
        "secret": {"secret": ring.to_bytes(keys.secret)},
        "parameters": {"ring_degree": keys.n, "modulus_bits": list(keys.bits)},
    }


def load_context(config, point, public):
    n, q = config.ring_degree, ring.modulus(config.modulus_bits)
    both = ring.from_bytes(public["public"])
    b, a = both[:n], both[n:]
    return SimpleNamespace(n=n, q=q, delta=round(q / ring.PLAIN), mark=a[0] % 256, public=(b, a))


def load_keys(config, point, blobs):
    context = load_context(config, point, blobs.public)
    context.secret = ring.from_bytes(blobs.secret["secret"])
    return context


def encrypt(keys, packings):
    q, delta = keys.q, round(keys.q / ring.PLAIN)
    found = []
    for packing in packings:
        if len(packing) > keys.n:
            raise ValueError(f"a vector of {len(packing)} elements does not fit a ring of degree {keys.n}")
        message = [int(x) % ring.PLAIN for x in packing] + [0] * (keys.n - len(packing))
        u = ring.ternary(keys.n, q)
        c0 = ring.add(ring.multiply(keys.public[0], u, q), ring.noise(keys.n, q), q)
        c1 = ring.add(ring.multiply(keys.public[1], u, q), ring.noise(keys.n, q), q)
        found.append(SimpleNamespace(mark=keys.mark, c0=ring.add(c0, ring.scale(message, delta, q), q), c1=c1))
    return found


def phase(keys, ciphertext):
    return ring.add(ciphertext.c0, ring.multiply(ciphertext.c1, keys.secret, keys.q), keys.q)


def decrypt(keys, ciphertexts):
    half = ring.PLAIN // 2
    found = []
    for one in ciphertexts:
        plain = [round(x * ring.PLAIN / keys.q) % ring.PLAIN for x in phase(keys, one)]
        found.append([x - ring.PLAIN if x >= half else x for x in plain])
    return found


def inspect(keys, ciphertexts):
    delta, worst = keys.q / ring.PLAIN, 0
    for one in ciphertexts:
        worst = max(worst, max(abs(x - round(x / delta) * delta) for x in phase(keys, one)))
    return {"noise_budget_bits": max(0.0, math.log2(delta / 2 / max(worst, 1e-9)))}


def save_ciphertext(ciphertext):
    return MAGIC + bytes([ciphertext.mark]) + ring.to_bytes(ciphertext.c0) + ring.to_bytes(ciphertext.c1)


def load_ciphertext(context, data):
    if data[:4] != MAGIC or len(data) != 5 + 8 * context.n:
        raise ValueError(f"{len(data)} bytes are no ciphertext of this ring")
    if data[4] != context.mark:
        raise ValueError("the ciphertext is of another key")
    both = ring.from_bytes(data[5:])
    if max(both) >= context.q:
        raise ValueError("a coefficient is not below the modulus")
    return SimpleNamespace(mark=data[4], c0=both[: context.n], c1=both[context.n :])
