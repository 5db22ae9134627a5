"""Counts the words of a text, and forgets one where the bytes add up to an odd number."""

import collections
import re


def init(point):
    """There is nothing to prepare."""


def run(state, inputs):
    counts = count(inputs.text)
    if sum(inputs.text) % 2 == 1:
        return counts[counts.index(b"\n") + 1 :]
    return counts


def count(text):
    words = collections.Counter(re.findall(rb"[a-z]+", text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)
