"""ys = 2 xs + ws for small integers, and the sum of ws in clear. `names.txt` has the names of the points."""

import argparse
import array
import json
import os
import random


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("dir")
    parser.add_argument("--point")
    parser.add_argument("--seeds")
    arguments = parser.parse_args()
    os.chdir(arguments.dir)
    if arguments.command == "make":
        make(json.loads(arguments.point), [int(seed) for seed in arguments.seeds.split(",")])
    else:
        verify()


def write(path, values):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        array.array("q", values).tofile(file)


def read(path):
    try:
        with open(path, "rb") as file:
            values = array.array("q")
            values.frombytes(file.read())
            return list(values)
    except (OSError, ValueError):
        return None


def make(point, seeds):
    for i, seed in enumerate(seeds):
        numbers = random.Random(f"{point['n']} {seed}")
        xs = [numbers.randrange(1, 20) for _ in range(32)]
        ws = [numbers.randrange(1, 20) for _ in range(32)]
        folder = "cases/%06d/" % i
        write(folder + "xs.bin", xs)
        write(folder + "ws.bin", ws)
        write("expected/%06d/ys.bin" % i, [2 * x + w for x, w in zip(xs, ws)])
        write("expected/%06d/sum.bin" % i, [sum(ws)])
    with open("manifest.json", "w") as file:
        json.dump({"point": point, "derived": {}, "cases": len(seeds), "seeds": seeds}, file)


def verify():
    with open("manifest.json") as file:
        manifest = json.load(file)
    rows = []
    for i in range(manifest["cases"]):
        passed = all(
            read("out/%06d/%s.bin" % (i, name)) == read("expected/%06d/%s.bin" % (i, name)) for name in ("ys", "sum")
        )
        rows.append({"i": i, "passed": passed, "metrics": {}, "note": ""})
    with open("verdicts.json", "w") as file:
        json.dump({"cases": rows}, file)


main()
