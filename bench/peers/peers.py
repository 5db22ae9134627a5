"""Prints what `assay exec` and its peers cost and report, side by side. Started by bench/peers/run, in the folder of the programs."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

MIB = 1 << 20
MORE = 100


def call(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


class Assay:
    name = "assay exec"

    def __init__(self, program):
        self.program = program

    def measure(self, command, repetitions=1, limit=None):
        here = os.getcwd()
        options = ["--json", "-n", str(repetitions), "--dir", here + ":ro"]
        if limit:
            options += ["--wall-limit", "%ds" % limit]
        answer = call([self.program, "exec", *options, "--", *command])
        if answer.returncode not in (0, 1):
            raise RuntimeError(answer.stderr or answer.stdout)
        return [self.numbers(one["process"]) for one in json.loads(answer.stdout)["measurements"]]

    @staticmethod
    def numbers(process):
        cost = process["cost"]
        nanos = lambda key: cost[key] / 1e9 if key in cost else None
        return {
            "wall": nanos("wall_nanos"),
            "cpu": nanos("cpu_nanos"),
            "memory": cost.get("peak_memory_bytes"),
            "reached": process["ending"].get("reached", 0) / 1e9,
        }


class Hyperfine:
    name = "hyperfine"

    def __init__(self, program):
        self.program = program

    def measure(self, command, repetitions=1, limit=None):
        """It repeats twice at least, and knows no limits and no memory."""
        if limit:
            return None
        count = max(2, repetitions)
        answer = call([self.program, "-N", "-w", "0", "-r", str(count), "--style", "none", "--export-json", "hyperfine.json", " ".join(command)])
        if answer.returncode != 0:
            raise RuntimeError(answer.stderr)
        with open("hyperfine.json") as file:
            result = json.load(file)["results"][0]
        cpu = result["user"] + result["system"]
        return [{"wall": wall, "cpu": cpu, "memory": None} for wall in result["times"]]


class Runexec:
    name = "runexec"

    def __init__(self, program):
        self.program = program

    def measure(self, command, repetitions=1, limit=None):
        options = ["--quiet", "--output", "runexec.log", "--read-only-dir", "/", "--read-only-dir", os.getcwd(), "--cores", str(os.cpu_count() - 1)]
        if limit:
            options += ["--walltimelimit", str(limit)]
        return [self.once(options, command) for _ in range(repetitions)]

    def once(self, options, command):
        answer = call([self.program, *options, "--", *command])
        values = dict(re.findall(r"^([a-z-]+)=([-0-9.e]+)[sB]?$", answer.stdout, re.M))
        if "walltime" not in values:
            raise RuntimeError(answer.stderr or answer.stdout)
        number = lambda key: float(values[key]) if key in values else None
        return {"wall": number("walltime"), "cpu": number("cputime"), "memory": number("memory"), "reached": number("walltime")}


class Isolate:
    name = "isolate"

    def __init__(self, program):
        self.program = program

    def measure(self, command, repetitions=1, limit=None):
        return [self.once(command, limit) for _ in range(repetitions)]

    def once(self, command, limit):
        """Memory of a tree takes its control groups; without, it tells the largest process."""
        box = call([self.program, "--init"])
        if box.returncode != 0:
            raise RuntimeError(box.stderr)
        try:
            options = ["--processes=16", "--meta=isolate.txt", "--dir=" + os.getcwd()]
            if limit:
                options += ["--wall-time=%d" % limit, "--extra-time=0"]
            call([self.program, *options, "--run", "--", shutil.which(command[0]) or command[0], *command[1:]])
            with open("isolate.txt") as file:
                values = dict(line.strip().split(":", 1) for line in file)
        finally:
            call([self.program, "--cleanup"])
        if "time-wall" not in values:
            raise RuntimeError(str(values))
        memory = values.get("cg-mem") or values.get("max-rss")
        return {
            "wall": float(values["time-wall"]),
            "cpu": float(values["time"]),
            "memory": float(memory) * 1024 if memory else None,
            "reached": float(values["time-wall"]),
        }


def whole(tool, repetitions):
    start = time.monotonic()
    if tool.measure(["/bin/true"], repetitions) is None:
        return None
    return time.monotonic() - start


def one_more(tool, rounds):
    """Of what many repetitions take longer than few, by repetition; the least disturbed round."""
    if isinstance(tool, (Runexec, Isolate)):
        return None
    return min((whole(tool, 10 + MORE) - whole(tool, 10)) / MORE for _ in range(max(1, rounds // 3)))


def median(tool, command, key, rounds, limit=None):
    found = []
    for _ in range(rounds):
        measured = tool.measure(command, 1, limit)
        if measured is None or measured[0].get(key) is None:
            return None
        found.append(measured[0][key])
    return statistics.median(found)


def reported_wall(tool, rounds):
    measured = tool.measure(["/bin/true"], 3 * rounds)
    return statistics.median(one["wall"] for one in measured)


def milliseconds(value):
    return "%.2f ms" % (1e3 * value)


def seconds(value):
    return "%.4f s" % value


def mebibytes(value):
    return "%.2f MiB" % (value / MIB)


def near(wanted, share):
    return lambda value: abs(value - wanted) <= share * wanted


def rows(rounds):
    few = max(1, rounds // 3)
    here = os.getcwd()
    return [
        ("whole cost of /bin/true", lambda tool: statistics.median(whole(tool, 1) for _ in range(rounds)), milliseconds, None, ""),
        ("cost of one more repetition", lambda tool: one_more(tool, rounds), milliseconds, lambda value: value <= 0.006, "6 ms"),
        ("wall of /bin/true, reported", lambda tool: reported_wall(tool, rounds), milliseconds, None, ""),
        ("CPU of a 2 s spin", lambda tool: median(tool, [here + "/spin", "2"], "cpu", few), seconds, near(2, 0.005), "0.5 %"),
        ("CPU of an unwaited child, 1 s", lambda tool: median(tool, [here + "/spin", "1", "child"], "cpu", few), seconds, near(1, 0.005), "0.5 %"),
        ("peak of 4 processes, 320 MiB", lambda tool: median(tool, [here + "/tree"], "memory", few), mebibytes, near(320 * MIB, 0.01), "1 %"),
        ("overshoot of a limit of 1 s", lambda tool: over(median(tool, ["sleep", "30"], "reached", few, 1)), milliseconds, lambda value: value <= 0.05, "50 ms"),
    ]


def over(reached):
    return None if reached is None else reached - 1


def peers(assay):
    tools = [Assay(assay)]
    for kind, program in ((Hyperfine, "hyperfine"), (Runexec, "runexec"), (Isolate, "isolate")):
        found = shutil.which(program)
        if found:
            tools.append(kind(found))
        else:
            print("not on this machine: %s" % program)
    return tools


def main(assay, rounds):
    tools = peers(assay)
    print("%-30s" % "" + "".join("%14s" % tool.name for tool in tools) + "%10s" % "bar")
    passed = True
    for name, measure, text, fits, bar in rows(rounds):
        cells = []
        for tool in tools:
            try:
                value = measure(tool)
            except (RuntimeError, OSError) as failure:
                print("%s: %s: %s" % (tool.name, name, str(failure).strip()), file=sys.stderr)
                value = None
                passed = passed and not isinstance(tool, Assay)
            if isinstance(tool, Assay) and fits and value is not None and not fits(value):
                passed = False
            cells.append("%14s" % ("-" if value is None else text(value)))
        print("%-30s" % name + "".join(cells) + "%10s" % bar, flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
