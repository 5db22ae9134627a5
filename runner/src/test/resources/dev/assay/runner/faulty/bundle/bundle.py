"""Twice x, by the book, but for what the point's name says. `names.txt` has the names of the points."""

import argparse
import json
import os
import signal
import socket
import struct
import sys
import time
import zlib

STARTED_IN = os.getcwd()

with open("names.txt", encoding="utf-8") as file:
    NAMES = file.read().split()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("dir")
    parser.add_argument("--point")
    parser.add_argument("--seeds")
    arguments = parser.parse_args()
    if arguments.command == "make":
        os.chdir(arguments.dir)
        point = json.loads(arguments.point)
        name = NAMES[point["n"]]
        make(name, point, [int(seed) for seed in arguments.seeds.split(",")])
    else:
        os.chdir(arguments.dir)
        with open("manifest.json", encoding="utf-8") as file:
            manifest = json.load(file)
        verify(NAMES[manifest["point"]["n"]], manifest["cases"])


def write(path, data):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def suffer(name, verb):
    """The ways to end that both commands have."""
    if name == verb + "-exits":
        print("cannot find the seventh moon", file=sys.stderr)
        sys.exit(1)
    if name == verb + "-dies":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == verb + "-loops":
        time.sleep(60)
    if name == verb + "-spins":
        if os.fork() == 0:
            while True:
                pass
        while True:
            pass
    if name == verb + "-takes-all-memory":
        hog = []
        while True:
            hog.append(bytearray(b"x" * (16 << 20)))
    if name == verb + "-fills-the-disk":
        size = 64 << 20
        with open("filler", "wb") as file:
            at = 0
            while size:
                try:
                    os.posix_fallocate(file.fileno(), at, size)
                    at += size
                except OSError:
                    size //= 2
        sys.exit(1)


# What inputs must not depend on.
SURROUNDINGS = {
    "by-date": lambda i, seeds: time.strftime("%Y"),
    "by-clock": lambda i, seeds: time.time_ns(),
    "by-chance": lambda i, seeds: os.urandom(8),
    "by-locale": lambda i, seeds: os.environ.get("LC_ALL", os.environ.get("LANG")),
    "by-time-zone": lambda i, seeds: time.localtime(0).tm_hour,
    "by-host-name": lambda i, seeds: socket.gethostname(),
    "by-user": lambda i, seeds: os.environ.get("USER"),
    "by-working-directory": lambda i, seeds: STARTED_IN,
    "by-folder": lambda i, seeds: sys.argv[2],
    "by-hash-seed": lambda i, seeds: hash("x"),
    "by-cores": lambda i, seeds: len(os.sched_getaffinity(0)),
    "by-place": lambda i, seeds: i,
    "by-company": lambda i, seeds: len(seeds),
}


def make(name, point, seeds):
    suffer(name, "make")
    if name == "make-nothing":
        return
    for i, seed in enumerate(seeds):
        folder = "cases/%06d" % i
        x = 1.0 + seed
        if name in SURROUNDINGS:
            x += zlib.crc32(repr(SURROUNDINGS[name](i, seeds)).encode())
        write(folder + "/x.bin", struct.pack("<d", x))
        write("expected/%06d/y.bin" % i, struct.pack("<d", 2 * x))
    manifest = {"point": point, "derived": {}, "cases": len(seeds), "seeds": seeds}
    text = json.dumps(manifest)
    x = "cases/000001/x.bin"
    match name:
        case "make-too-few-files":
            os.remove(x)
        case "make-too-few-cases":
            os.remove(x)
            os.rmdir("cases/000001")
        case "make-too-few-bytes":
            write(x, b"1234567")
        case "make-a-file-too-many":
            write("cases/000001/z.bin", b"")
        case "make-a-case-too-many":
            write("cases/000009/x.bin", bytes(8))
        case "make-a-link":
            os.remove(x)
            os.symlink("/etc/hostname", x)
        case "make-a-link-to-a-folder":
            os.rename("cases/000001", "elsewhere")
            os.symlink("../elsewhere", "cases/000001")
        case "make-a-hard-link":
            os.remove(x)
            os.link("cases/000000/x.bin", x)
        case "make-a-fifo":
            os.remove(x)
            os.mkfifo(x)
        case "make-no-manifest":
            return
        case "make-a-malformed-manifest":
            text = text[:-3]
        case "make-other-seeds":
            text = json.dumps(manifest | {"seeds": seeds[::-1]})
        case "make-another-point":
            text = json.dumps(manifest | {"point": {"n": 0}})
        case "make-a-linked-manifest":
            os.symlink("/etc/hostname", "manifest.json")
            return
        case "make-answers":
            write("out/000000/y.bin", bytes(8))
        case "make-verdicts":
            write("verdicts.json", b"{}")
        case "make-with-closed-modes":
            write("manifest.json", text.encode())
            os.chmod(x, 0)
            os.chmod("cases/000001", 0)
            return
    write("manifest.json", text.encode())


def verify(name, cases):
    suffer(name, "verify")
    if name == "verify-nothing":
        return
    rows = []
    for i in range(cases):
        with open("expected/%06d/y.bin" % i, "rb") as file:
            due = struct.unpack("<d", file.read())[0]
        try:
            with open("out/%06d/y.bin" % i, "rb") as file:
                data = file.read()
        except OSError:
            data = b""
        if name == "verify-stumbles" and len(data) != 8:
            raise ValueError("an answer of %d bytes" % len(data))
        passed = name == "verify-accepts-all" or len(data) == 8 and struct.unpack("<d", data)[0] == due
        rows.append({"i": i, "passed": passed, "metrics": {"error": 0.0}, "note": ""})
    text = None
    match name:
        case "verify-a-row-too-few":
            rows.pop(1)
        case "verify-a-case-twice":
            rows[1] = rows[0]
        case "verify-a-case-that-is-not":
            rows[1] = rows[1] | {"i": 77}
        case "verify-not-a-number":
            rows[1]["metrics"] = {"error": float("nan")}
        case "verify-a-malformed-file":
            text = '{"cases": ['
        case "verify-a-link":
            write("elsewhere.json", json.dumps({"cases": rows}).encode())
            os.symlink("elsewhere.json", "verdicts.json")
            return
        case "verify-a-fifo":
            os.mkfifo("verdicts.json")
            return
        case "verify-spoils-the-answers":
            with open("out/000000/y.bin", "wb"):
                pass
    write("verdicts.json", (text or json.dumps({"cases": rows})).encode())


main()
