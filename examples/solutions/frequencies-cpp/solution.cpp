// Counts the words of a text.
#include "assay/signature.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string count(const std::vector<std::uint8_t>& text) {
  std::string letters(text.begin(), text.end());
  std::unordered_map<std::string_view, std::uint64_t> counts;
  for (std::size_t start = 0; start < letters.size();) {
    std::size_t end = start;
    for (; end < letters.size() && is_letter(letters[end]); end++) {
      letters[end] |= 0x20;
    }
    if (end > start) {
      counts[std::string_view(letters).substr(start, end - start)]++;
    }
    start = end + 1;
  }
  std::vector<std::pair<std::string_view, std::uint64_t>> rows(counts.begin(), counts.end());
  std::sort(rows.begin(), rows.end(), [](const auto& left, const auto& right) {
    return left.second != right.second ? left.second > right.second : left.first < right.first;
  });
  std::string result;
  for (const auto& [word, times] : rows) {
    result.append(word).append(" ").append(std::to_string(times)).append("\n");
  }
  return result;
}

}  // namespace

namespace assay {

struct State {};

State* init(const Point&) { return new State; }

Outputs run(State&, const Inputs& inputs) {
  const std::string counts = count(inputs.text);
  return {.counts = {counts.begin(), counts.end()}};
}

void free(State* state) { delete state; }

}  // namespace assay
