// Flips of all permutations, in the order of the standard library.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>

static int flips(std::vector<int> numbers) {
  int count = 0;
  for (; numbers[0] != 1; ++count) std::reverse(numbers.begin(), numbers.begin() + numbers[0]);
  return count;
}

int main(int count, char **words) {
  std::vector<int> numbers(count > 1 ? std::atoi(words[1]) : 7);
  std::iota(numbers.begin(), numbers.end(), 1);
  long total = 0;
  int most = 0;
  do {
    const int one = flips(numbers);
    total += one;
    most = std::max(most, one);
  } while (std::next_permutation(numbers.begin(), numbers.end()));
  std::cout << total << '\n' << most << '\n';
}
