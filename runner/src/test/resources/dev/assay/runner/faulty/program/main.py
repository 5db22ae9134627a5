"""Twice x with a clock of its own, and otherwise what the point's name says: python3 main.py DIR"""

import json
import os
import signal
import struct
import sys
import time

DIR = sys.argv[1]
RESULTS = DIR + "/out/results.json"
with open(DIR + "/manifest.json", encoding="utf-8") as file:
    MANIFEST = json.load(file)
with open("names.txt", encoding="utf-8") as file:
    NAME = file.read().split()[MANIFEST["point"]["n"]]


def answer(i):
    with open("%s/cases/%06d/x.bin" % (DIR, i), "rb") as file:
        x = struct.unpack("<d", file.read())[0]
    folder = "%s/out/%06d" % (DIR, i)
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/y.bin", "wb") as file:
        file.write(struct.pack("<d", 2 * x))


def row(i, **more):
    return {"i": i, "seconds": 0.001, "status": "ok"} | more


def write(text):
    with open(RESULTS + ".next", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(RESULTS + ".next", RESULTS)


def results(*rows):
    return json.dumps({"init_s": 0.001, "cases": list(rows)})


def rows(*changes):
    """Three rows, with these changes to case 1."""
    return lambda: write(results(row(0), row(1) | dict(changes), row(2)))


def hang_after(*done):
    def act():
        if done:
            write(results(*map(row, done)))
        time.sleep(60)

    return act


def die_after(*done):
    def act():
        write(results(*map(row, done)))
        os.kill(os.getpid(), signal.SIGSEGV)

    return act


def hog_after(*done):
    def act():
        write(results(*map(row, done)))
        memory = []
        while True:
            memory.append(bytearray(b"x" * (4 << 20)))

    return act


def slowly():
    """Longer than the case limit in all, but never without a new row for that long."""
    for i in range(3):
        time.sleep(1.2)
        write(results(*map(row, range(i + 1))))


def at_once_and_again():
    """Writes rows it has written already, which is no progress."""
    for k in range(100):
        write(results(row(0, note="x" * k)))
        time.sleep(0.1)


def in_place():
    """Without a rename, so that a reader sees half of it."""
    for i in range(3):
        with open(RESULTS, "w", encoding="utf-8") as file:
            text = results(*map(row, range(i + 1)))
            file.write(text[:20])
            file.flush()
            time.sleep(0.3)
            file.write(text[20:])


def huge():
    with open(RESULTS, "wb") as file:
        file.write(results(row(0), row(1), row(2)).encode())
        file.truncate(17 << 20)


def half_a_gigabyte():
    """More than the limit of out/, though next to nothing on its disk."""
    huge()
    os.truncate(RESULTS, 500 << 20)


def exit_badly():
    write(results(row(0), row(1), row(2)))
    sys.exit(3)


def burn():
    end = time.process_time() + 1.5
    while time.process_time() < end:
        pass
    write(results(row(0), row(1), row(2)))


def without_answer():
    os.remove(DIR + "/out/000001/y.bin")
    rows()()


WHAT = {
    "sound": rows(),
    "cut": lambda: write(results(row(0), row(1), row(2))[:-9]),
    "huge": huge,
    "half-a-gigabyte": half_a_gigabyte,
    "a-fifo": lambda: os.mkfifo(RESULTS),
    "a-link": lambda: os.symlink(DIR + "/manifest.json", RESULTS),
    "a-folder": lambda: os.mkdir(RESULTS),
    "empty": lambda: write(""),
    "no-object": lambda: write("[]"),
    "deep": lambda: write("[" * 100_000),
    "not-a-number": lambda: write(results(row(0), row(1), row(2)).replace("0.001", "NaN")),
    "missing": lambda: None,
    "nothing-at-all": lambda: os._exit(0),
    "negative": rows(("seconds", -1.0)),
    "zero": rows(("seconds", 0)),
    "too-long": rows(("seconds", 3600.5)),
    "beyond-doubles": lambda: write(results(row(0), row(1, seconds=7), row(2)).replace("7,", "1e999,")),
    "words": rows(("seconds", "soon")),
    "out-of-order": lambda: write(results(row(2), row(0), row(1))),
    "doubled": lambda: write(results(row(0), row(1), row(1, seconds=-1), row(2))),
    "no-answer": without_answer,
    "unknown-status": rows(("status", "splendid")),
    "reported-timeout": rows(("status", "timeout"), ("note", "gave up")),
    "out-of-range": lambda: write(results(row(0), row(1), row(2), row(3), row(-1), row(2**40))),
    "a-row-too-few": lambda: write(results(row(0), row(2))),
    "never-a-row": hang_after(),
    "stuck-after-a-row": hang_after(0),
    "stuck-after-all-rows": hang_after(0, 1, 2),
    "again-and-again": at_once_and_again,
    "slowly": slowly,
    "in-place": in_place,
    "dies-after-a-row": die_after(0),
    "takes-all-memory-after-a-row": hog_after(0),
    "exits-badly-at-the-end": exit_badly,
    "burns-before-its-windows": burn,
    "sound-to-the-end": rows(),
}

if NAME != "nothing-at-all":
    for case in range(MANIFEST["cases"]):
        answer(case)
WHAT[NAME]()
