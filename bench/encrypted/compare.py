"""Split, joined and bare, in turns, on the same cases. Called by `run`."""

import json
import os
import statistics
import subprocess
import sys

ROOT, FOLDER, ROUNDS = sys.argv[1], sys.argv[2], int(sys.argv[3])
ASSAY = os.path.join(ROOT, "assay")
EXAMPLES = (("logistic-ckks", "reference", "N4096"), ("inner-product-bfv", "without-rotations", "N2048"))
SEEDS = "1-5"
MOST_RATIO = 1.01


def run(arguments):
    done = subprocess.run([ASSAY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit("`assay %s` ended with %d: %s" % (" ".join(arguments), done.returncode, done.stderr[-2000:]))
    return done.stdout


def measured(bundle, solution, point, *options):
    """The point of a run, as run.json has it."""
    folder = os.path.join(bundle, "solutions", solution)
    runs = os.path.join(FOLDER, "runs")
    printed = run(["run", folder, "--dirty", "--points", point, "--runs", runs, "--json", *options])
    return json.loads(printed)["run"]["points"][0]


def bare(bundle, solution, directory):
    answer = os.path.join(FOLDER, "bare.json")
    script = os.path.join(ROOT, "bench/encrypted/bare.js")
    folder = os.path.join(bundle, "solutions", solution)
    run(["exec", "--image", "localhost/assay/fhe", "--memory", "2GiB", "--dir", ROOT + ":ro", "--dir", FOLDER + ":ro",
         "--stdout", answer, "--", "node", "--expose-gc", script, bundle, folder, directory])
    with open(answer, encoding="utf-8") as file:
        return json.load(file)


def windows(point):
    return [one["seconds"] for one in point["cases"] if one["kind"] == "sample" and one["status"] == "ok"]


def answers(point):
    return {one["seed"]: one["output_hashes"] for one in point["cases"] if one["kind"] == "sample"}


def sizes(point):
    encrypted = point["encrypted"]
    case = encrypted["cases"][-1]
    return {"keys": {os.path.splitext(one["name"])[0]: one["bytes"] for one in encrypted["keys"]},
            "sent": [one["bytes"] for one in case["sent"]],
            "returned": [one["bytes"] for one in case["returned"]]}


def compare(name, solution, point):
    bundle = os.path.join(ROOT, "examples/encrypted", name)
    directory = os.path.join(FOLDER, name)
    run(["bundle", "make", bundle, directory, "--point", point, "--seeds", SEEDS])
    times = {"bare": [], "split": [], "joined": []}
    for _ in range(ROUNDS):
        plain = bare(bundle, solution, directory)
        split = measured(bundle, solution, point)
        joined = measured(bundle, solution, point, "--joined")
        times["bare"] += plain["seconds"]
        times["split"] += windows(split)
        times["joined"] += windows(joined)
    print("\n%s, %s, %s: `run`, %d rounds" % (name, solution, point, ROUNDS))
    for how, all_of_it in times.items():
        print("  %-7s min %8.3f ms   median %8.3f ms   %d cases"
              % (how, 1e3 * min(all_of_it), 1e3 * statistics.median(all_of_it), len(all_of_it)))
    ratios = {how: (min(times[how]) / min(times["bare"]), statistics.median(times[how]) / statistics.median(times["bare"]))
              for how in ("split", "joined")}
    for how, (least, middle) in ratios.items():
        print("  %-7s / bare: %.4f of the minima, %.4f of the medians (bar %.2f)" % (how, least, middle, MOST_RATIO))
    counted = sizes(split)
    own = {key: plain[key] for key in ("keys", "sent", "returned")}
    print("  bytes as the runner counted  %s" % json.dumps(counted))
    print("  bytes as the library says    %s%s" % (json.dumps(own), "" if counted == own else "   DIFFERENT"))
    exact = answers(split) == answers(joined)
    if "bfv" in name:
        print("  answers of split and joined: %s" % ("the same" if exact else "DIFFERENT"))
    return counted == own and (exact or "bfv" not in name) and min(ratios["split"]) <= MOST_RATIO


def main():
    held = [compare(*example) for example in EXAMPLES]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
