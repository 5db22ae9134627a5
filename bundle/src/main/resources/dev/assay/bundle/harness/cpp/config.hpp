// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <unistd.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "json.hpp"
#include "stage-fields.hpp"
#include "texts.hpp"

namespace assay::harness {

/// Where the program lies, with a '/' at the end.
inline std::string program_folder() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  const std::string whole(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return whole.substr(0, whole.rfind('/') + 1);
}

/// The same JSON without comments, and without commas after the last element.
inline std::string without_comments(std::string_view text) {
  std::string kept;
  std::size_t comma = std::string::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      at += end == std::string_view::npos ? rest.size() : end + 2;
      kept += ' ';
    } else if (rest.front() == '"') {
      std::size_t end = 1;
      while (end < rest.size() && rest[end] != '"') {
        end += rest[end] == '\\' ? 2 : 1;
      }
      kept += rest.substr(0, end + 1);
      at += std::min(end + 1, rest.size());
      comma = std::string::npos;
    } else {
      const char c = rest.front();
      if ((c == ']' || c == '}') && comma != std::string::npos) {
        kept[comma] = ' ';
      }
      if (c == ',') {
        comma = kept.size();
      } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        comma = std::string::npos;
      }
      kept += c;
      at++;
    }
  }
  return kept;
}

template <class T>
void take_value(const Json& json, T& value, const char* name) {
  if constexpr (std::is_same_v<T, std::string>) {
    if (json.kind != Json::Kind::string) {
      throw Fault("it is no text");
    }
    value = json.text;
  } else {
    value = json.number<T>(name);
  }
}

template <class T>
void take_value(const Json& json, std::vector<T>& values, const char* name) {
  if (json.kind != Json::Kind::array) {
    throw Fault("it is no list");
  }
  values.resize(json.items.size());
  for (std::size_t i = 0; i < values.size(); i++) {
    take_value(json.items[i], values[i], name);
  }
}

/// What the author chose: as the runner gives it, or by hand that of the solution's folder.
inline Config read_config(const std::string& folder) {
  std::string path = folder + "/config.json";
  std::string text;
  if (::access(path.c_str(), F_OK) == 0) {
    text = read_text(path);
  } else {
    path = program_folder() + "config.jsonc";
    text = without_comments(read_text(path));
  }
  Config config;
  const Json json = JsonReader::read(text, path);
  each_config(config, [&](const char* name, auto& value) {
    const Json* found = json.find(name);
    if (found == nullptr) {
      throw Fault(path + " lacks '" + name + "'");
    }
    try {
      take_value(*found, value, name);
    } catch (const Fault& fault) {
      throw Fault(path + ": '" + name + "' does not fit: " + fault.what());
    }
  });
  return config;
}

}  // namespace assay::harness
