"""Executes ./assay run, and watches the threads of its JVM from outside while the solution spins."""

import glob
import os
import subprocess
import sys
import time

BAR_PERCENT = 1.0
PAUSE_SECONDS = 0.05


def main(seconds, command):
    runner = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    solution = await_solution(runner)
    # The handing over itself is not part of what is measured.
    time.sleep(0.5)
    measured = cores(solution)
    os.sched_setaffinity(0, os.sched_getaffinity(0) - measured or measured)
    start = time.monotonic()
    first, last, seen = threads(runner.pid), {}, {}
    while time.monotonic() - start < seconds - 1:
        last = threads(runner.pid)
        for thread, (_, nanos, core) in last.items():
            # The field `processor` is of when it last ran.
            if nanos > first.get(thread, (None, 0, None))[1]:
                seen.setdefault(thread, set()).add(core)
        time.sleep(PAUSE_SECONDS)
    watched = time.monotonic() - start
    runner.wait()

    print(f"measured process on core {spell(measured)}, watched for {watched:.1f} s")
    print(f"{'thread of the JVM':24}{'% of a core':>12}  cores")
    total = 0.0
    for thread, (name, nanos, _) in sorted(last.items(), key=lambda one: -one[1][1]):
        used = (nanos - first.get(thread, (None, 0, None))[1]) / watched / 1e7
        total += used
        if used > 0:
            print(f"{name:24}{used:12.3f}  {spell(seen.get(thread, set()))}")
    print(f"{'all ' + str(len(last)):24}{total:12.3f}  the bar is {BAR_PERCENT} on other cores")
    disturbing = measured & set().union(*seen.values())
    return 0 if total <= BAR_PERCENT and not disturbing and runner.returncode in (0, 1) else 1


def await_solution(runner):
    """The process called `solution` in the container of this run; other runs may go on beside it."""
    while runner.poll() is None:
        for run in glob.glob("runs/*"):
            group = f"/assay-{os.path.basename(run)}-solution/"
            for comm in glob.glob("/proc/[0-9]*/comm"):
                process = os.path.dirname(comm)
                if read(comm) == "solution\n" and group in read(process + "/cgroup"):
                    return int(os.path.basename(process))
        time.sleep(0.02)
    sys.exit(f"the run ended with code {runner.returncode} before its solution was seen")


def threads(process):
    """By number: name, CPU time in nanoseconds, and the core that it was on last."""
    found = {}
    for task in glob.glob(f"/proc/{process}/task/[0-9]*"):
        stat, schedstat = read(task + "/stat"), read(task + "/schedstat")
        if stat and schedstat:
            name, _, rest = stat[stat.index("(") + 1 :].rpartition(")")
            found[int(os.path.basename(task))] = (name, int(schedstat.split()[0]), int(rest.split()[36]))
    return found


def cores(process):
    return os.sched_getaffinity(process)


def spell(numbers):
    return ",".join(map(str, sorted(numbers)))


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
