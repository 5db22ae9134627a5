"""Counts the words of a text, and remembers more and more from the second one on."""

import collections
import itertools
import re


def init(point):
    return itertools.count(1)


def run(calls, inputs):
    if next(calls) == 2:
        remembered = []
        while True:
            remembered.append(b"x" * (1 << 24))
    return count(inputs.text)


def count(text):
    words = collections.Counter(re.findall(rb"[a-z]+", text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)
