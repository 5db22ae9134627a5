"""Twice x after 2.5 ms of honest work, and otherwise the fraud that the point's name says."""

import fcntl
import os
import sys
import time

NAMES = open("names.txt", encoding="utf-8").read().split()
REAL = time.monotonic_ns


def slow_clock():
    return REAL() // 1000


def init(point):
    name = NAMES[point.n]
    harness = sys.modules["assay.harness"]
    if name == "replaces-time":
        time.monotonic_ns = time.perf_counter_ns = slow_clock
        harness.clock = slow_clock
    if name == "replaces-the-harness-clock":
        harness.Session._answer.__defaults__ = (slow_clock,)
    if name == "restarts-with-a-preload" and "LD_PRELOAD" not in os.environ:
        os.dup2(200, 0)
        os.dup2(201, 1)
        os.environ["LD_PRELOAD"] = "/solution/liar.so"
        os.execv(sys.executable, [sys.executable, "./solution", "/work"])
    return name


def run(name, inputs):
    end = time.thread_time_ns() + 2_500_000
    while time.thread_time_ns() < end:
        pass
    return 2 * inputs.x
