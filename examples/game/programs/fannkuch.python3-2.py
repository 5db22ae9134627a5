"""Flips of all permutations: a process for each number that can be first."""
import os
import sys
from itertools import permutations


def flips(numbers):
    count = 0
    while (first := numbers[0]) != 1:
        numbers = numbers[first - 1 :: -1] + numbers[first:]
        count += 1
    return count


def part(first, n):
    rest = [number for number in range(1, n + 1) if number != first]
    counts = [flips((first, *one)) for one in permutations(rest)]
    return sum(counts), max(counts)


def main():
    n = int(sys.argv[1])
    readers = []
    for first in range(1, n + 1):
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.close(reader)
            os.write(writer, b"%d %d" % part(first, n))
            os._exit(0)
        os.close(writer)
        readers.append(reader)
    parts = []
    for reader in readers:
        with os.fdopen(reader) as file:
            parts.append([int(word) for word in file.read().split()])
        os.wait()
    print(sum(total for total, _ in parts))
    print(max(most for _, most in parts))


main()
