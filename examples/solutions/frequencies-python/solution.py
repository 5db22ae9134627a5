"""Counts the words of a text."""

import collections
import re


def init(point):
    """There is nothing to prepare."""


def run(state, inputs):
    words = collections.Counter(re.findall(rb"[a-z]+", inputs.text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)
