"""Flips of all permutations."""
import sys
from itertools import permutations


def flips(numbers):
    count = 0
    while (first := numbers[0]) != 1:
        numbers = numbers[first - 1 :: -1] + numbers[first:]
        count += 1
    return count


total = most = 0
for one in permutations(range(1, int(sys.argv[1]) + 1)):
    count = flips(one)
    total += count
    most = max(most, count)
print(total)
print(most)
