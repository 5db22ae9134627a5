"""Executes a command that makes one run in ./runs, then prints where its time went."""

import datetime
import glob
import json
import statistics
import subprocess
import sys
import time

BAR_SECONDS = 10.0
BEFORE_OPENING = ("freeze", "clone", "bundle", "images")


def main(command):
    start = time.time()
    code = subprocess.run(command, stdout=sys.stderr).returncode
    end = time.time()
    whole = end - start
    (file,) = glob.glob("runs/*/run.json")
    with open(file, encoding="utf-8") as text:
        run = json.load(text)
    points = run["points"]
    if code != 0 or run["state"] != "finished":
        sys.exit(f"the run ended with code {code} as {run['state']}: {run.get('state_reason', '')}")

    print(f"\n{len(points)} points, one seed each: milliseconds")
    print(f"{'stage of a point':24}{'median':>10}{'most':>10}{'sum':>10}")
    stages = [stage["stage"] for stage in points[0]["stages"]]
    for stage in stages:
        times = [wall(point["stages"], stage) for point in points]
        row(stage, times)
    for name in "make", "verify":
        row(f"  {name}: its process", [point[name]["cost"]["wall_nanos"] / 1e6 for point in points])
    accounted = [sum(stage["wall_nanos"] for stage in point["stages"]) / 1e6 for point in points]
    row("all stages", accounted)

    print(f"\n{'stage of the run':24}{'':20}{'':>10}")
    for stage in run["stages"]:
        print(f"{stage['stage']:44}{stage['wall_nanos'] / 1e6:10.1f}")
    opened, closed = (datetime.datetime.fromisoformat(run[at]).timestamp() for at in ("started_at", "ended_at"))
    # A run is opened after these.
    before = sum(stage["wall_nanos"] for stage in run["stages"] if stage["stage"] in BEFORE_OPENING) / 1e6
    after = sum(stage["wall_nanos"] for stage in run["stages"] if stage["stage"] not in BEFORE_OPENING) / 1e6
    theirs = sum(point[name]["cost"]["wall_nanos"] for point in points for name in ("make", "verify")) / 1e9
    print(f"{'in no stage: until the run is opened':44}{(opened - start) * 1e3 - before:10.1f}")
    print(f"{'in no stage: while it is open':44}{(closed - opened) * 1e3 - after - sum(accounted):10.1f}")
    print(f"{'in no stage: verdicts, report, end':44}{(end - closed) * 1e3:10.1f}")

    build = sum(stage["wall_nanos"] for stage in run["stages"] if stage["stage"] == "build") / 1e9
    print(f"\nwhole {whole:.2f} s, of which make and verify {theirs:.2f} s, the build {build:.2f} s")
    overhead = whole - theirs
    print(f"overhead per point {(sum(accounted) / 1e3 - theirs) / len(points) * 1e3:.1f} ms")
    print(f"overhead in all {overhead:.2f} s with the build, {overhead - build:.2f} s without; the bar is {BAR_SECONDS:.0f} s")
    return 0 if overhead <= BAR_SECONDS else 1


def wall(stages, name):
    return sum(stage["wall_nanos"] for stage in stages if stage["stage"] == name) / 1e6


def row(name, times):
    print(f"{name:24}{statistics.median(times):10.1f}{max(times):10.1f}{sum(times):10.1f}")


sys.exit(main(sys.argv[1:]))
