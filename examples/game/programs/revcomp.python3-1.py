"""The other strand, sequence by sequence."""
import sys

OTHER = bytes.maketrans(b"ACGTMRWSYKVHDBN", b"TGCAKYWSRMBDHVN")


def main():
    out = sys.stdout.buffer
    for part in sys.stdin.buffer.read().split(b">")[1:]:
        name, _, lines = part.partition(b"\n")
        letters = lines.translate(OTHER, b"\n")[::-1]
        out.write(b">" + name + b"\n")
        out.writelines(letters[i : i + 60] + b"\n" for i in range(0, len(letters), 60))


main()
