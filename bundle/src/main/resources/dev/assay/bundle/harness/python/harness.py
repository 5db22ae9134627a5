# Part of Assay's harness, laid over the solution before every build. Changes here are lost.
"""The program around the author's functions.

It reads a point directory, calls `run` once per case with a clock around the call and nothing else,
and writes the answers. Under a runner (ASSAY_CONTROL=stdio) it speaks lines on standard input and
output; by hand it does all the cases in turn and writes out/results.json.
"""

import fcntl
import gc
import importlib
import json
import os
import sys
import time
import traceback
import types

from assay import signature
from assay.values import Fault, read, resolve, scalar, to_buffer

USAGE = """usage: {} DIR
Does every case of the point directory DIR and writes DIR/out.
'assay bundle make' makes such a directory, 'assay bundle verify' judges it.
"""


class Channel:
    """The lines between the harness and the runner.

    Takes standard input and output for itself before the author's module is loaded: what that prints
    goes to standard error from then on, and reading standard input gives nothing.
    """

    def __init__(self):
        self.input = self._duplicate(0)
        self.output = self._duplicate(1)
        self.heard = b""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)

    @staticmethod
    def _duplicate(fd):
        # Above the numbers that programs close or count on, and not inherited by what they start.
        try:
            return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 200)
        except OSError:
            return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 3)

    def hear(self):
        """The next line, without its end; None when the other end has closed."""
        while b"\n" not in self.heard:
            more = os.read(self.input, 4096)
            if not more:
                return None
            self.heard += more
        line, _, self.heard = self.heard.partition(b"\n")
        return line.decode("utf-8", "replace")

    def say(self, line):
        left = line.encode("utf-8", "replace") + b"\n"
        while left:
            left = left[os.write(self.output, left) :]


class Session:
    """A point directory with the solution that is measured on it."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
            manifest = json.load(file, object_pairs_hook=unique, parse_constant=refuse_constant)
        self.point = types.SimpleNamespace()
        for name, element, _ in signature.PARAMS:
            setattr(self.point, name, scalar(name, element, manifest["point"][name]))
        for name, element, dimensions in signature.DERIVED:
            if dimensions is None and element != "bytes":
                setattr(self.point, name, scalar(name, element, manifest["derived"][name]))
        for name, element, dimensions in signature.DERIVED:
            if dimensions is not None or element == "bytes":
                path = os.path.join(folder, "point", name + ".bin")
                setattr(self.point, name, read(path, element, resolve(dimensions, self.point)))
        self.cases = scalar("cases", "u64", manifest["cases"])
        self.inputs = [(n, e, resolve(d, self.point)) for n, e, d in signature.INPUTS]
        self.outputs = [(n, e, resolve(d, self.point)) for n, e, d in signature.OUTPUTS]

    # CLOCK_MONOTONIC on Linux. Bound here, before the author's code can lay a hand on `time` or this module.
    def init(self, clock=time.monotonic_ns):
        """Loads the author's module and calls its `init`; how long that took, in nanoseconds."""
        start = clock()
        solution = importlib.import_module("solution")
        self.run = solution.run
        self.free = getattr(solution, "free", None)
        self.state = solution.init(self.point)
        self.calls = 0
        nanos = clock() - start
        # What stands now stays for good: the collector need not look at it again during a window.
        gc.collect()
        gc.freeze()
        return nanos

    def execute(self, index):
        """(nanoseconds, None), or (None, the reason why the case failed)."""
        try:
            return self._answer(f"{index:06d}"), None
        except Fault as fault:
            reason = str(fault)
            print(f"case {index} failed: {reason}", file=sys.stderr)
        except Exception as error:  # SystemExit and its like end the process, as they say
            reason = f"{type(error).__name__}: {error}"
            print(f"case {index} failed:", file=sys.stderr)
            traceback.print_exc()
        return None, one_line(reason)

    def _answer(self, name, clock=time.monotonic_ns):
        # The rubbish of the case before is not to be collected inside this one's window. The
        # collector stays on: what `run` itself causes is part of its time.
        gc.collect()
        self.calls += 1
        if self.calls == 2:
            # Tables that the first call filled stay for good too, and need not be looked at case by case.
            gc.freeze()
        source = os.path.join(self.folder, "cases", name)
        inputs = types.SimpleNamespace(
            **{n: read(os.path.join(source, n + ".bin"), element, shape) for n, element, shape in self.inputs}
        )
        run, state = self.run, self.state
        start = clock()
        result = run(state, inputs)
        end = clock()
        values = named_outputs(result, [n for n, _, _ in self.outputs])
        buffers = [(n, to_buffer(n, element, shape, values[n])) for n, element, shape in self.outputs]
        target = os.path.join(self.folder, "out", name)
        os.makedirs(target, exist_ok=True)
        for n, buffer in buffers:
            with open(os.path.join(target, n + ".bin"), "wb", buffering=0) as file:
                write_all(file, buffer)
        return max(1, end - start)

    def finish(self):
        if self.free is not None:
            self.free(self.state)


def unique(pairs):
    """The members of a JSON object, none of them twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Fault("manifest.json: a name comes twice")
    return members


def refuse_constant(word):
    raise Fault(f"manifest.json: {word} is no JSON value")


def named_outputs(result, names):
    """The outputs by name, whichever way `run` returned them."""
    if isinstance(result, dict):
        unknown = sorted(set(map(str, result)) - set(names))
        if unknown:
            raise Fault(f"run returned '{unknown[0]}', the outputs are {', '.join(names)}")
        values = result
    elif len(names) == 1 and is_bare(result):
        values = {names[0]: result}
    else:
        values = {n: getattr(result, n) for n in names if hasattr(result, n)}
    missing = [n for n in names if n not in values]
    if missing:
        raise Fault(f"run returned a {type(result).__name__} without the output '{missing[0]}'")
    return values


def is_bare(result):
    """Whether a result is a value itself, rather than an object that has the value as attribute."""
    if isinstance(result, (int, float, str, list)):
        return True
    if isinstance(result, tuple):
        return not hasattr(result, "_fields")
    try:
        memoryview(result)
        return True
    except (TypeError, ValueError, BufferError):
        return hasattr(result, "__array__") or hasattr(result, "__iter__")


def write_all(file, buffer):
    view = memoryview(buffer)
    if not view.nbytes:
        return
    view = view.cast("B")
    while view.nbytes:
        view = view[file.write(view) :]


def one_line(text):
    """One printable line of at most 200 characters."""
    return "".join(c if c.isprintable() else " " for c in text[:200])


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass  # the author's code has closed or replaced it


def converse(session, channel):
    """The conversation with a runner: `ready`, then an answer for each `case`, until `end`."""
    session.init()
    flush()
    channel.say("ready")
    while (line := channel.hear()) is not None:
        if line == "end":
            session.finish()
            return 0
        word, _, number = line.partition(" ")
        if word != "case" or not (number.isascii() and number.isdecimal()) or int(number) >= session.cases:
            print(f"the runner said {line!r}, which is neither a case of this point nor 'end'", file=sys.stderr)
            return 1
        nanos, reason = session.execute(int(number))
        flush()
        channel.say(f"done {number} {nanos}" if reason is None else f"failed {number} {reason}")
    print("the runner is gone", file=sys.stderr)
    os._exit(1)


def execute_all(session):
    """All the cases in turn, without a runner. Whether an answer is right is not known here."""
    out = os.path.join(session.folder, "out")
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, "results.json")
    head = f'{{"init_s":{session.init() / 1e9:.9f},"cases":['
    rows, windows = [], []
    for index in range(session.cases):
        nanos, reason = session.execute(index)
        if reason is None:
            windows.append(nanos)
            rows.append(f'{{"i":{index},"seconds":{nanos / 1e9:.9f},"status":"ok"}}')
        else:
            rows.append(json.dumps({"i": index, "status": "crashed", "note": reason}, separators=(",", ":")))
        with open(path + ".next", "w", encoding="utf-8") as file:
            file.write(head + "\n" + ",\n".join(rows) + "\n]}\n")
        os.replace(path + ".next", path)
    session.finish()
    flush()
    print(summary(session.cases, sorted(windows), path), file=sys.stderr)
    return 0 if len(windows) == session.cases else 1


def summary(cases, windows, path):
    text = f"{len(windows)} of {cases} cases answered"
    if windows:
        low, middle, high = (n / 1e9 for n in (windows[0], windows[len(windows) // 2], windows[-1]))
        text += f"; seconds: min {low:.9f}, median {middle:.9f}, max {high:.9f}"
    return f"{text}; see {path}"


def main(arguments):
    if len(arguments) != 2:
        sys.stderr.write(USAGE.format(arguments[0] if arguments else "./solution"))
        return 2
    channel = Channel() if os.environ.get("ASSAY_CONTROL") == "stdio" else None
    try:
        session = Session(arguments[1])
    except (Fault, OSError, KeyError, TypeError, ValueError) as error:
        print(f"no case can be done: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return execute_all(session) if channel is None else converse(session, channel)
