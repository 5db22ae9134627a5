# Makes the FASTA file of a workload: `make.py make DIR --point {"n":1000} --seeds 0`.
import json
import os
import sys

LETTERS = "ACGTMRWSYKVHDBN"


def numbers(state):
    while True:
        state = (state * 1103515245 + 12345) % 2**31
        yield state >> 8


def sequence(stream, length):
    # Mostly the first four letters.
    return "".join(LETTERS[next(stream) % 4 if next(stream) % 50 else next(stream) % 15] for _ in range(length))


def main():
    action, folder = sys.argv[1], sys.argv[2]
    if action != "make":
        sys.exit("make only: what is right is compared byte by byte")
    point = json.loads(sys.argv[sys.argv.index("--point") + 1])
    seeds = [int(seed) for seed in sys.argv[sys.argv.index("--seeds") + 1].split(",")]
    case = os.path.join(folder, "cases", "000000")
    os.makedirs(case)
    stream = numbers(point["n"])
    with open(os.path.join(case, "input.fasta"), "w", encoding="ascii") as file:
        for times, name in enumerate(["ONE", "TWO", "THREE"], start=1):
            file.write(">%s letters of chance\n" % name)
            letters = sequence(stream, times * point["n"])
            for start in range(0, len(letters), 60):
                file.write(letters[start : start + 60] + "\n")
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump({"point": point, "derived": {}, "cases": len(seeds), "seeds": seeds}, file)


main()
