"""Counts the words of three texts, and sleeps over the fourth."""

import collections
import itertools
import re
import time


def init(point):
    return itertools.count(1)


def run(calls, inputs):
    if next(calls) == 4:
        time.sleep(3600)
    return count(inputs.text)


def count(text):
    words = collections.Counter(re.findall(rb"[a-z]+", text.lower()))
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return b"".join(b"%s %d\n" % row for row in rows)
