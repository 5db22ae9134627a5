#!/usr/bin/env python3
"""Twice x, and otherwise what the point's name says. `names.txt` has the names of the points.

It speaks with the runner by itself, so that it can say what no harness says.
"""

import ctypes
import json
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
import time

DIR = sys.argv[1]
with open(os.path.join(DIR, "manifest.json"), encoding="utf-8") as file:
    MANIFEST = json.load(file)
with open("names.txt", encoding="utf-8") as file:
    # Points that want the same are told apart by a number, as in `slow.3`.
    NAME = file.read().split()[MANIFEST["point"]["n"]].partition(".")[0]


def say(line):
    os.write(1, line.encode() + b"\n")


def out(i, name="y.bin"):
    folder = "%s/out/%06d" % (DIR, i)
    os.makedirs(folder, exist_ok=True)
    return "%s/%s" % (folder, name)


def twice(i):
    with open("%s/cases/%06d/x.bin" % (DIR, i), "rb") as file:
        return struct.pack("<d", 2 * struct.unpack("<d", file.read())[0])


def answer(i, data=None):
    with open(out(i), "wb") as file:
        file.write(twice(i) if data is None else data)


def done(i, nanos=1000):
    say("done %d %d" % (i, nanos))


def hog():
    memory = []
    while True:
        memory.append(bytearray(b"x" * (4 << 20)))


def die():
    os.kill(os.getpid(), signal.SIGSEGV)


def sleep():
    time.sleep(60)


def spin():
    while True:
        pass


def require(condition, what):
    if not condition:
        print(what, file=sys.stderr)
        os._exit(9)


def refuses(path):
    """Whether nothing can be written there."""
    try:
        with open(path, "wb"):
            return False
    except OSError:
        return True


# ---- before `ready` ---------------------------------------------------------------------------


def look_at_cases(_=None):
    visible = 0 if _ is None else _ + 1
    require(len(os.listdir(DIR + "/cases")) == visible, "other cases are visible than %d" % visible)
    require(not os.path.exists(DIR + "/expected"), "expected is there")
    require("seeds" not in MANIFEST, "the seeds are there")


def write_everywhere():
    for path in (
        DIR + "/cases/000000", DIR + "/cases/x", DIR + "/manifest.json", DIR + "/x", DIR + "/point/x",
        "/solution/x", "/solution/solution", "/.assay/x", "/etc/x", "/usr/x", "/x", "/proc/sys/kernel/hostname",
    ):  # fmt: skip
        require(refuses(path), path + " could be written")
    for path in (DIR + "/manifest.json", "/solution/solution"):
        for act in (os.remove, lambda p: os.rename(p, p + "x"), lambda p: os.chmod(p, 0o777)):
            try:
                act(path)
                require(False, path + " could be changed")
            except OSError:
                pass


def leave_files():
    for path in ("/tmp/left", "/dev/shm/left", "/var/tmp/left"):
        refuses(path)


def find_files():
    for path in ("/tmp/left", "/dev/shm/left", "/var/tmp/left"):
        require(not os.path.exists(path), path + " is left")


def flood_the_log():
    for i in range(2000):
        print("%05d " % i + "x" * 500, file=sys.stderr)
    print("the last line", file=sys.stderr)


BEFORE_READY = {
    "exits-in-init": lambda: sys.exit(7),
    "exits-well-in-init": lambda: sys.exit(0),
    "dies-in-init": die,
    "hangs-in-init": sleep,
    "takes-all-memory-in-init": hog,
    "greets-in-init": lambda: say("hello, world"),
    "answers-in-init": lambda: done(0),
    "looks-at-cases-early": look_at_cases,
    "writes-everywhere": write_everywhere,
    "leaves-files": leave_files,
    "looks-for-left-files": find_files,
    "floods-the-log": flood_the_log,
    "fills-out-in-init": lambda: fill_out(0),
}

# ---- while a case is due; `True` when the case is through -----------------------------------------


def fill_out(i):
    with open(out(i, "filler"), "wb") as file:
        for _ in range(40):
            file.write(bytes(1 << 20))
            file.flush()
    sleep()


def hole_in_out(i):
    with open(out(i, "filler"), "wb") as file:
        file.truncate(100 << 20)


def instead(make):
    def act(i):
        make(out(i))
        done(i)
        return True

    return act


def link_the_folder(i):
    os.symlink("000000", "%s/out/%06d" % (DIR, i))
    done(i)
    return True


def bind_a_socket(path):
    # A path in out/ may be longer than a socket's address can be.
    os.chdir(os.path.dirname(path))
    socket.socket(socket.AF_UNIX).bind(os.path.basename(path))


def make_a_device(path):
    try:
        os.mknod(path, 0o600 | stat.S_IFBLK, os.makedev(254, 0))
        os._exit(9)
    except PermissionError:
        pass


def change_what_is_given(i):
    """Every change that a file or folder can undergo, to all that the solution sees."""
    case = "%s/cases/%06d" % (DIR, i)
    for path in (case + "/x.bin", DIR + "/manifest.json", "/solution/solution", "/solution/names.txt"):
        changes = (
            lambda: os.truncate(path, 0),
            lambda: os.close(os.open(path, os.O_WRONLY)),
            lambda: os.close(os.open(path, os.O_RDWR | os.O_APPEND)),
            lambda: os.utime(path, (0, 0)),
            lambda: os.chmod(path, 0o777),
            lambda: os.setxattr(path, "user.note", b"x"),
            lambda: os.remove(path),
            lambda: os.rename(path, path + "x"),
            lambda: os.rename(path, DIR + "/out/taken"),
            lambda: os.link(path, path + "x"),
            lambda: os.link(path, DIR + "/out/linked"),
        )
        for k, change in enumerate(changes):
            try:
                change()
                require(False, "change %d of %s was let through" % (k, path))
            except OSError:
                pass
    for folder in (case, DIR + "/cases", DIR + "/point", DIR, "/solution"):
        changes = (
            lambda: os.mkdir(folder + "/x"),
            lambda: os.mkfifo(folder + "/x"),
            lambda: os.symlink("x", folder + "/x"),
            lambda: os.rename(folder, folder + "x"),
            lambda: os.chmod(folder, 0o777),
            lambda: os.rmdir(folder),
        )
        for k, change in enumerate(changes):
            try:
                change()
                require(False, "change %d of %s was let through" % (k, folder))
            except OSError:
                pass


def forge_results(i):
    with open(DIR + "/out/results.json", "w", encoding="utf-8") as file:
        rows = [{"i": k, "seconds": 1e-9, "status": "ok"} for k in range(3)]
        json.dump({"init_s": 1e-9, "cases": rows}, file)


def surplus_files(i):
    answer(i)
    os.makedirs(DIR + "/out/surplus", exist_ok=True)
    for k in range(100_000):
        try:
            os.close(os.open("%s/out/surplus/%d" % (DIR, k), os.O_CREAT | os.O_WRONLY))
        except OSError:
            break


def surplus_names(i):
    answer(i)
    for k in range(100_000):
        if k % 50_000 == 0:
            first = "%s/out/%d" % (DIR, k)
            open(first, "wb").close()
        else:
            os.link(first, "%s/out/%d" % (DIR, k))


def few_surplus_files(i):
    answer(i)
    for name in ("notes.txt", "z.bin"):
        open(out(i, name), "wb").close()
    open("%s/out/trace" % DIR, "wb").close()


def double_links(i):
    answer(i)
    os.link(out(i), out(i, "second.bin"))


def saying(*lines):
    def act(i):
        answer(i)
        for line in lines:
            say(line)
        return True

    return act


def without_line_feed(i):
    for _ in range(64):
        os.write(1, b"x" * 1024)
    sleep()


def close_output(i):
    os.close(1)
    sleep()


def close_output_and_exit(i):
    os.close(1)
    os._exit(0)


def hog_in_child(i):
    answer(i)
    if os.fork() == 0:
        hog()
    os.wait()


def stay_behind(i):
    answer(i)
    if i == 1 and os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep()


def fork_a_lot(i):
    children = []
    for _ in range(100):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            time.sleep(60)
        children.append(child)
    require(len(children) < 30, "there is no limit")
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def ignore_signals(i):
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    sleep()


def be_slow(i):
    time.sleep(0.4)


def change_time(i):
    def act(_):
        answer(_)
        done(_, i)
        return True

    return act


def swap_later(i):
    """Changes an answer after it was taken."""
    answer(i)
    if i == 1:
        answer(0, bytes(8))


WHILE_DUE = {
    "no-answer": instead(lambda path: None),
    "an-answer-too-short": instead(lambda path: answer(1, b"1234567")),
    "an-answer-too-long": instead(lambda path: answer(1, bytes(9))),
    "an-empty-answer": instead(lambda path: answer(1, b"")),
    "not-a-number": instead(lambda path: answer(1, struct.pack("<d", float("nan")))),
    "a-link-to-expected": instead(lambda path: os.symlink(DIR + "/expected/000001/y.bin", path)),
    "a-link-to-etc": instead(lambda path: os.symlink("/etc/passwd", path)),
    "a-hard-link": instead(lambda path: os.link(out(0), path)),
    "a-fifo": instead(os.mkfifo),
    "a-folder": instead(os.mkdir),
    "a-socket": instead(bind_a_socket),
    "a-device": instead(make_a_device),
    "changes-what-is-given": change_what_is_given,
    "forges-results": forge_results,
    "a-linked-folder": link_the_folder,
    "two-links": double_links,
    "many-surplus-files": surplus_files,
    "many-surplus-names": surplus_names,
    "few-surplus-files": few_surplus_files,
    "too-much-output": fill_out,
    "a-large-hole": hole_in_out,
    "exits": lambda i: os._exit(3),
    "exits-well": lambda i: os._exit(0),
    "dies": lambda i: die(),
    "kills-itself": lambda i: os.kill(os.getpid(), signal.SIGKILL),
    "prints": saying("the answer is 42"),
    "done-for-another": saying("done 2 1000"),
    "done-for-the-one-before": saying("done 0 1000"),
    "ready-again": saying("ready"),
    "a-huge-line": lambda i: say("done 1 " + "1" * 5000) or True,
    "no-line-feed": without_line_feed,
    "nothing-but-zeros": lambda i: os.write(1, bytes(100) + b"\n") > 0,
    "no-window": saying("done 1"),
    "a-window-of-words": saying("done 1 soon"),
    "a-window-of-30-digits": saying("done 1 " + "9" * 30),
    "closes-its-output": close_output,
    "closes-its-output-and-exits": close_output_and_exit,
    "takes-all-memory": lambda i: hog(),
    "takes-all-memory-in-a-child": hog_in_child,
    "leaves-a-child": stay_behind,
    "forks-a-lot": fork_a_lot,
    "hangs": lambda i: sleep(),
    "ignores-signals": ignore_signals,
    "spins": lambda i: spin(),
    "window-zero": change_time(0),
    "window-negative": change_time(-5),
    "window-too-long": change_time(10**15),
    "failed": lambda i: say("failed 1 the moon is full") or True,
    "failed-at-length": lambda i: say("failed 1 " + "x" * 201) or True,
    "failed-for-another": lambda i: say("failed 2 no") or True,
    "done-twice": saying("done 1 1000", "done 2 1000"),
    "swaps-an-answer-later": swap_later,
    "looks-at-cases-early": look_at_cases,
    "slow": be_slow,
}

ALL_CASES = {"slow", "leaves-a-child", "looks-at-cases-early", "swaps-an-answer-later", "few-surplus-files", "two-links"}


def main():
    act = BEFORE_READY.get(NAME)
    if act:
        act()
    say("ready")
    for line in sys.stdin:
        word = line.split()
        if word[0] == "end":
            if NAME == "speaks-at-the-end":
                done(2)
            break
        i = int(word[1])
        act = WHILE_DUE.get(NAME)
        through = act(i) if act and (i == 1 or NAME in ALL_CASES) else None
        if not through:
            answer(i) if NAME != "swaps-an-answer-later" else None
            done(i)
    if NAME == "hangs-at-the-end":
        sleep()
    if NAME == "exits-badly-at-the-end":
        os._exit(5)


main()
