// The other strand, sequence by sequence.
#include <array>
#include <iostream>
#include <string>

static std::array<char, 256> other() {
  std::array<char, 256> letters{};
  const std::string from = "ACGTMRWSYKVHDBN", to = "TGCAKYWSRMBDHVN";
  for (std::size_t i = 0; i < from.size(); ++i) letters[static_cast<unsigned char>(from[i])] = to[i];
  return letters;
}

static void write(const std::string &name, const std::string &letters) {
  static const auto otherOf = other();
  std::string turned;
  turned.reserve(letters.size() + letters.size() / 60 + 2);
  std::size_t column = 0;
  for (auto at = letters.rbegin(); at != letters.rend(); ++at) {
    turned += otherOf[static_cast<unsigned char>(*at)];
    if (++column % 60 == 0) turned += '\n';
  }
  if (column % 60 != 0) turned += '\n';
  std::cout << name << '\n' << turned;
}

int main() {
  std::ios::sync_with_stdio(false);
  std::string line, name, letters;
  while (std::getline(std::cin, line)) {
    if (line[0] == '>') {
      if (!name.empty()) write(name, letters);
      name = line;
      letters.clear();
    } else {
      letters += line;
    }
  }
  if (!name.empty()) write(name, letters);
}
