"""Counts the words of texts whose bytes add up to an even number, and raises at the others."""

import collections
import re


def init(point):
    """There is nothing to prepare."""


def run(state, inputs):
    if sum(inputs.text) % 2 == 1:
        raise ValueError("this text is odd")
    return count(inputs.text)


def count(text):
    words = collections.Counter(re.findall(rb"[a-z]+", text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)
