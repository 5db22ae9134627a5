"""Twice x through the harness, and otherwise what the point's name says, at case 1."""

import os
import sys
import threading
import time

with open("names.txt", encoding="utf-8") as file:
    NAMES = file.read().split()


def init(point):
    state = {"name": NAMES[point.n], "case": -1, "seen": set()}
    if state["name"] == "prints":
        chatter()
    if state["name"] == "raises-in-init":
        raise ValueError("no moon")
    if state["name"] == "peeps":
        threading.Thread(target=peep, args=(state,), daemon=True).start()
    return state


def chatter():
    for line in ("ready", "done 0 1", "done 1 1", "failed 2 no"):
        print(line, flush=True)
        os.write(1, line.encode() + b"\n")
    os.system("echo done 1 1")


def peep(state):
    while True:
        state["seen"] |= set(os.listdir("/work/cases"))
        time.sleep(0.01)


def remember(state, x):
    """Looks for the answer wherever an earlier process could have left it, then leaves it there."""
    places = ["%s/remembered-%r" % (folder, x) for folder in ("/work/out", "/tmp", "/dev/shm", "/var/tmp")]
    found = [place for place in places if os.path.exists(place)]
    visible = len(os.listdir("/work/cases"))
    if found or x in state["seen"] or visible != state["case"] + 1:
        print("remembered", x, found, visible, file=sys.stderr)
    state["seen"].add(x)
    for place in places:
        try:
            open(place, "w").close()
        except OSError:
            pass
    time.sleep(0.03)


def run(state, inputs):
    state["case"] += 1
    if state["name"] == "remembers":
        remember(state, inputs.x)
    if state["case"] == 1:
        act(state["name"], inputs)
    if state["name"] == "peeps":
        time.sleep(0.05)
        due = {"%06d" % i for i in range(state["case"] + 1)}
        if not state["seen"] <= due:
            os._exit(9)
    return 2 * inputs.x


def act(name, inputs):
    if name == "prints":
        chatter()
    if name == "raises":
        raise ValueError("no moon\nto be seen")
    if name == "exits":
        sys.exit(3)
    if name == "exits-at-once":
        os._exit(0)
    if name == "returns-too-much":
        inputs.x = [1.0, 2.0]
    if name == "closes-its-streams":
        for fd in range(3):
            os.close(fd)
    if name == "reads-its-input" and sys.stdin.read() != "":
        os._exit(9)
    if name == "forges-a-time":
        forge()


def forge():
    """Writes a line of its own into whatever pipe it finds."""
    for fd in os.listdir("/proc/self/fd"):
        try:
            os.write(int(fd), b"done 1 1\n")
        except OSError:
            pass


def free(state):
    if state["name"] == "fails-in-free":
        raise ValueError("no moon")
