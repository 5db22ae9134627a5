// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "shape.hpp"

namespace assay::harness {

/// A value of a JSON text (RFC 8259). Numbers keep their digits, so 64-bit integers lose nothing.
struct Json {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  std::string text;                // digits of a number, characters of a string, `true` or `false`
  std::vector<std::string> names;  // of an object, beside its items
  std::vector<Json> items;

  const Json* find(std::string_view name) const {
    for (std::size_t i = 0; i < names.size(); i++) {
      if (names[i] == name) {
        return &items[i];
      }
    }
    return nullptr;
  }

  const Json& require(std::string_view name, Kind wanted) const {
    const Json* member = find(name);
    if (member == nullptr || member->kind != wanted) {
      throw Fault("manifest.json lacks '" + std::string(name) + "', or it has the wrong type");
    }
    return *member;
  }

  /// The number as a T, exactly for integers.
  template <class T>
  T number(std::string_view name) const {
    if (kind == Kind::number) {
      if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(std::strtod(text.c_str(), nullptr));
      } else {
        T value{};
        const char* end = text.data() + text.size();
        auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc() && rest == end) {
          return value;
        }
      }
    }
    throw Fault("manifest.json: '" + std::string(name) + "' is " + text +
                ", which its type cannot hold");
  }
};

/// Reads one JSON text and refuses everything that RFC 8259 does not allow.
class JsonReader {
 public:
  /// @param document what messages call it
  static Json read(std::string_view text, std::string_view document = "manifest.json") {
    JsonReader reader(text, document);
    Json value = reader.value(0);
    reader.skip_space();
    if (reader.at_ != text.size()) {
      reader.fail("something follows the value");
    }
    return value;
  }

 private:
  JsonReader(std::string_view text, std::string_view document) : text_(text), document_(document) {}

  [[noreturn]] void fail(const char* what) const {
    throw Fault(std::string(document_) + ", byte " + std::to_string(at_) + ": " + what);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char wanted) {
    if (peek() != wanted || at_ >= text_.size()) {
      return false;
    }
    at_++;
    return true;
  }

  void skip_space() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
      at_++;
    }
  }

  Json value(int depth) {
    if (depth > 64) {
      fail("more than 64 levels");
    }
    skip_space();
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return Json{Json::Kind::string, string(), {}, {}};
      case 't':
        return word("true", Json::Kind::boolean);
      case 'f':
        return word("false", Json::Kind::boolean);
      case 'n':
        return word("null", Json::Kind::null);
      default:
        return number();
    }
  }

  Json word(std::string_view word, Json::Kind kind) {
    if (text_.substr(at_, word.size()) != word) {
      fail("no JSON value");
    }
    at_ += word.size();
    return Json{kind, std::string(word), {}, {}};
  }

  Json object(int depth) {
    Json result;
    result.kind = Json::Kind::object;
    take('{');
    skip_space();
    if (take('}')) {
      return result;
    }
    do {
      skip_space();
      std::string name = string();
      if (result.find(name) != nullptr) {
        fail("a name comes twice");
      }
      skip_space();
      if (!take(':')) {
        fail("':' is missing");
      }
      result.items.push_back(value(depth + 1));
      result.names.push_back(std::move(name));
      skip_space();
    } while (take(','));
    if (!take('}')) {
      fail("',' or '}' is missing");
    }
    return result;
  }

  Json array(int depth) {
    Json result;
    result.kind = Json::Kind::array;
    take('[');
    skip_space();
    if (take(']')) {
      return result;
    }
    do {
      result.items.push_back(value(depth + 1));
      skip_space();
    } while (take(','));
    if (!take(']')) {
      fail("',' or ']' is missing");
    }
    return result;
  }

  Json number() {
    const std::size_t start = at_;
    take('-');
    if (!take('0')) {
      digits();
    }
    if (take('.')) {
      digits();
    }
    if (take('e') || take('E')) {
      if (!take('+')) {
        take('-');
      }
      digits();
    }
    return Json{Json::Kind::number, std::string(text_.substr(start, at_ - start)), {}, {}};
  }

  void digits() {
    if (peek() < '0' || peek() > '9') {
      fail("no JSON value");
    }
    while (peek() >= '0' && peek() <= '9') {
      at_++;
    }
  }

  std::string string() {
    if (!take('"')) {
      fail("a string is missing");
    }
    std::string result;
    while (!take('"')) {
      if (at_ >= text_.size() || static_cast<unsigned char>(peek()) < 0x20) {
        fail("a string does not end");
      }
      const char c = text_[at_++];
      if (c == '\\') {
        escape(result);
      } else {
        result += c;
      }
    }
    return result;
  }

  void escape(std::string& result) {
    static constexpr std::string_view letters = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char c = peek();
    at_++;
    if (const auto found = letters.find(c); c != '\0' && found != std::string_view::npos) {
      result += meanings[found];
    } else if (c == 'u') {
      code_unit(result);
    } else {
      at_--;
      fail("no escape that JSON knows");
    }
  }

  // Names and values that the harness looks for are ASCII; other characters only have to be valid.
  void code_unit(std::string& result) {
    unsigned code = 0;
    const char* start = text_.data() + at_;
    const std::size_t length = text_.size() - at_ < 4 ? text_.size() - at_ : 4;
    auto [rest, error] = std::from_chars(start, start + length, code, 16);
    if (error != std::errc() || rest != start + 4) {
      fail("four hexadecimal digits are missing");
    }
    at_ += 4;
    result += code < 0x80 ? static_cast<char>(code) : '?';
  }

  std::string_view text_;
  std::string_view document_;
  std::size_t at_ = 0;
};

}  // namespace assay::harness
