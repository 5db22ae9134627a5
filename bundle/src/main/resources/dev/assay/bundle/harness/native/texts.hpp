// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <cxxabi.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "files.hpp"
#include "shape.hpp"

namespace assay::harness {

/// One printable line of at most 200 characters.
inline std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, 200)) {
    const auto byte = static_cast<unsigned char>(c);
    line += byte < 0x20 ? ' ' : byte < 0x7f ? c : '?';
  }
  return line;
}

inline std::string type_of_current_exception() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) {
    return "something of another language";
  }
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string result = name != nullptr ? name : type->name();
  std::free(name);
  return result;
}

/// What the exception that is being handled says.
inline std::string current_exception_text() {
  try {
    throw;
  } catch (const Fault& fault) {
    return fault.what();
  } catch (const std::exception& exception) {
    return type_of_current_exception() + ": " + exception.what();
  } catch (...) {
    return "an exception of type " + type_of_current_exception();
  }
}

inline std::string read_text(const std::string& path) {
  std::vector<char> text;
  read_value(path, text, any_length());
  return std::string(text.begin(), text.end());
}

inline std::string case_folder(std::uint64_t index) {
  char name[32];
  std::snprintf(name, sizeof name, "%06llu", static_cast<unsigned long long>(index));
  return name;
}

inline std::string seconds(std::int64_t nanos) {
  char text[40];
  std::snprintf(text, sizeof text, "%lld.%09lld", static_cast<long long>(nanos / 1'000'000'000),
                static_cast<long long>(nanos % 1'000'000'000));
  return text;
}

/// A text as JSON has it, without its quotes; it is one printable line.
inline std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += c;
  }
  return result;
}

inline void replace_results(const std::string& path, const std::string& text) {
  const std::string next = path + ".next";
  File(next, O_WRONLY | O_CREAT | O_TRUNC).write(text.data(), text.size());
  if (std::rename(next.c_str(), path.c_str()) != 0) {
    fail_with_errno("cannot replace " + path);
  }
}

inline void print_summary(std::uint64_t cases, std::vector<std::int64_t> windows, const std::string& path) {
  std::fprintf(stderr, "%llu of %llu cases answered", static_cast<unsigned long long>(windows.size()),
               static_cast<unsigned long long>(cases));
  if (!windows.empty()) {
    std::sort(windows.begin(), windows.end());
    std::fprintf(stderr, "; seconds: min %s, median %s, max %s", seconds(windows.front()).c_str(),
                 seconds(windows[windows.size() / 2]).c_str(), seconds(windows.back()).c_str());
  }
  std::fprintf(stderr, "; see %s\n", path.c_str());
}

/// The case that a runner's line hands over; absent when it hands over none of `cases`.
inline std::optional<std::uint64_t> case_in(const std::string& line, std::uint64_t cases) {
  std::uint64_t index = 0;
  const std::string_view digits = std::string_view(line).substr(std::min<std::size_t>(line.size(), 5));
  const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool due = line.compare(0, 5, "case ") == 0 && error == std::errc() &&
                   rest == digits.data() + digits.size() && index < cases;
  return due ? std::optional(index) : std::nullopt;
}

}  // namespace assay::harness
