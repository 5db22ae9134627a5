"""2 xs + ws on encrypted xs, by the book, but for what the point's name says. At fault at case 1 at the earliest."""

import os
import signal
import sys
import time
from types import SimpleNamespace

from assay.envelope import envelope, ring

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "names.txt"), encoding="utf-8") as file:
    NAMES = file.read().split()

calls = 0


def name_of(point):
    return NAMES[point.n]


def suffer(stage, name):
    """The ways to end that all of the author's functions have, at their second call."""
    global calls
    calls += 1
    if calls != 2 or not name.startswith(stage + "-"):
        return
    match name.removeprefix(stage + "-"):
        case "raises":
            raise ValueError("no moon to be seen")
        case "dies":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "hangs":
            time.sleep(60)
        case "takes-all-memory":
            hog = []
            while True:
                hog.append(bytearray(b"x" * (16 << 20)))
        case "exits":
            os._exit(3)


def encode(inputs, point, config):
    name = name_of(point)
    suffer("encode", name)
    if name == "encode-gives-none":
        return []
    if name == "encode-gives-too-long-a-vector":
        return [[1] * 5000]
    if name == "encode-gives-text":
        return ["moon"]
    if name == "computes-before":
        return [[2 * x + w for x, w in zip(inputs.xs, inputs.ws)]]
    return [list(inputs.xs)]


def init(point, context, config):
    name = name_of(point)
    if name == "init-raises":
        raise ValueError("no moon to be seen")
    if name == "init-hangs":
        time.sleep(60)
    return SimpleNamespace(name=name, context=context, earlier=[])


def run(state, ciphertexts, inputs):
    suffer("run", state.name)
    context = state.context
    q = context.q
    answers = []
    for one in ciphertexts:
        plain = ring.scale([int(w) for w in inputs.ws] + [0] * (context.n - 32), context.delta, q)
        c0 = ring.add(ring.scale(one.c0, 2, q), plain, q)
        answers.append(SimpleNamespace(mark=one.mark, c0=c0, c1=ring.scale(one.c1, 2, q)))
    total = sum(int(w) for w in inputs.ws)
    state.earlier.append(answers)
    if state.name == "computes-before":
        answers = ciphertexts
    elif calls == 2:
        answers = spoil(state, ciphertexts, answers)
    elif state.name == "looks-for-secrets":
        look(ciphertexts)
    return {"ciphertexts": answers, "sum": total}


def spoil(state, ciphertexts, answers):
    one = answers[0]
    match state.name:
        case "returns-none":
            return []
        case "returns-a-thousand":
            return answers * 1000
        case "returns-its-input":
            return ciphertexts
        case "returns-the-one-before":
            return state.earlier[0]
        case "returns-of-another-key":
            return [SimpleNamespace(mark=(one.mark + 1) % 256, c0=one.c0, c1=one.c1)]
        case "returns-a-cut-one":
            return [SimpleNamespace(mark=one.mark, c0=one.c0, c1=one.c1[:-3])]
        case "swaps-its-halves":
            return [SimpleNamespace(mark=one.mark, c0=one.c1, c1=one.c0)]
        case "returns-text":
            return "moon"
    return answers


def look(ciphertexts):
    """Whatever could be the secret key or an input in clear; anything found is printed."""
    seen = []
    for top in ("/work", "/tmp", "/dev/shm", "/solution", "/envelope", "/run", "/var"):
        for folder, _, files in os.walk(top):
            for file in files:
                seen.append(os.path.join(folder, file))
    found = [path for path in seen if "secret" in path or os.path.basename(path) in ("xs.bin", "ys.bin")]
    found += [path for path in seen if "/packing-" in path or "/plain-" in path]
    for pid in [p for p in os.listdir("/proc") if p.isdigit()]:
        for file in ("environ", "cmdline", "maps"):
            try:
                with open(f"/proc/{pid}/{file}", "rb") as opened:
                    data = opened.read()
            except OSError:
                continue
            if b"/envelope\0" in data or b"secret.bin" in data or b"ASSAY_STAGE=seal" in data:
                found.append(f"/proc/{pid}/{file}")
    found += [f"{key}={value}" for key, value in os.environ.items() if "secret" in (key + value).lower()]
    print("looked at", len(seen), "files", file=sys.stderr)
    print("found", sorted(found), file=sys.stderr)


def decode(plaintexts, point, config):
    name = name_of(point)
    suffer("decode", name)
    if name == "decode-gives-too-few":
        return {"ys": list(plaintexts[0][:31])}
    return {"ys": list(plaintexts[0][:32])}
