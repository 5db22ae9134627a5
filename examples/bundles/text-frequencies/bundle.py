"""text/frequencies: count the words of a text.

A word is a longest run of the letters A-Z and a-z, in lower case. The answer has a line for each word:
the word, a space, its count in decimal, and a newline; the most frequent first, equal counts in the
order of the words' bytes.
"""

import re
from collections import Counter

import assay_bundle

_LETTERS = b"abcdefghijklmnopqrstuvwxyz"
_BREAKS = [b" "] * 24 + [b", ", b". ", b"\n", b"-", b" 42 ", b"'", b"\xc3\xa9", b"; "]


def generate(point, stream):
    words = _vocabulary(point.words, stream)
    # Small numbers are frequent: the cube of a uniform number picks the word.
    count = max(1, point.size // 6)
    picks = stream.array("u32", count)
    breaks = stream.array("u8", count, below=len(_BREAKS))
    pieces = []
    for pick, pause in zip(picks, breaks):
        cube = ((pick * pick >> 32) * pick) >> 32
        word = words[cube * point.words >> 32]
        pieces.append(word.capitalize() if pick & 7 == 0 else word)
        pieces.append(_BREAKS[pause])
    return {"text": b"".join(pieces)}


def _vocabulary(count, stream):
    """Different words of 1 to 9 letters; the first are the shortest on the whole."""
    words = {}
    while len(words) < count:
        length = 1 + stream.integer(min(9, 3 + len(words) // 20))
        word = bytes(_LETTERS[letter] for letter in stream.array("u8", length, below=26))
        words[word] = None
    return list(words)


def oracle(point, inputs):
    counts = Counter(re.findall(rb"[a-z]+", inputs.text.lower()))
    lines = [b"%s %d\n" % pair for pair in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    return {"counts": b"".join(lines)}


def verify(point, inputs, expected, outputs):
    if outputs.counts == expected.counts:
        return True, {}
    got, due = outputs.counts.split(b"\n"), expected.counts.split(b"\n")
    line = next((i for i, pair in enumerate(zip(got, due)) if pair[0] != pair[1]), min(len(got), len(due)))
    say = lambda lines: ascii(lines[line][:40])[1:] if line < len(lines) else "the end"
    return False, {}, "line %d is %s, not %s" % (line + 1, say(got), say(due))


if __name__ == "__main__":
    assay_bundle.main(generate=generate, oracle=oracle, verify=verify, numpy=False)
