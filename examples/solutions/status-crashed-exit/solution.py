"""Counts the words of two texts, and leaves at the third."""

import collections
import itertools
import re
import sys


def init(point):
    return itertools.count(1)


def run(calls, inputs):
    if next(calls) == 3:
        sys.exit(3)
    return count(inputs.text)


def count(text):
    words = collections.Counter(re.findall(rb"[a-z]+", text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)
