# Every permutation, flipped as README.md says.
import itertools
import sys


def flips(numbers):
    numbers = list(numbers)
    count = 0
    while (first := numbers[0]) != 1:
        numbers[:first] = numbers[:first][::-1]
        count += 1
    return count


counts = [flips(one) for one in itertools.permutations(range(1, int(sys.argv[1]) + 1))]
print(sum(counts))
print(max(counts))
