"""Counts the words of all the texts in a point directory: python3 main.py DIR"""

import collections
import json
import os
import re
import sys
import time


def main(folder):
    start = time.perf_counter()
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    results = {"init_s": time.perf_counter() - start, "cases": []}
    for i in range(manifest["cases"]):
        results["cases"].append(answer(folder, i))
        write_results(os.path.join(folder, "out", "results.json"), results)


def answer(folder, i):
    with open(os.path.join(folder, "cases", f"{i:06d}", "text.bin"), "rb") as file:
        text = file.read()
    start = time.perf_counter()
    counts = count(text)
    seconds = time.perf_counter() - start
    target = os.path.join(folder, "out", f"{i:06d}")
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, "counts.bin"), "wb") as file:
        file.write(counts)
    return {"i": i, "seconds": seconds, "status": "ok", "note": ""}


def count(text):
    words = collections.Counter(re.findall(rb"[a-z]+", text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)


def write_results(path, results):
    """By rename, so that a reader never sees half of it."""
    with open(path + ".next", "w", encoding="utf-8") as file:
        json.dump(results, file)
    os.replace(path + ".next", path)


if __name__ == "__main__":
    main(sys.argv[1])
