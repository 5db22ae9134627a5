# The other strand, sequence by sequence.
import sys

OTHER = dict(zip("ACGTMRWSYKVHDBN", "TGCAKYWSRMBDHVN"))
for part in sys.stdin.read().split(">")[1:]:
    name, *lines = part.splitlines()
    letters = "".join(OTHER[letter] for letter in reversed("".join(lines)))
    print(">" + name)
    for start in range(0, len(letters), 60):
        print(letters[start : start + 60])
