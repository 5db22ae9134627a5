// Part of Assay's harness, laid over the solution before every build. Changes here are lost.
#pragma once

#include <cstdint>
#include <string>

#include "fields.hpp"
#include "files.hpp"
#include "json.hpp"
#include "texts.hpp"

namespace assay::harness {

template <class T>
void read_number(const Json& values, const char* name, T& value) {
  value = values.require(name, Json::Kind::number).template number<T>(name);
}

/// Reads what is the same for all cases of a point directory; returns how many cases it has.
inline std::uint64_t read_point(const std::string& folder, Point& point) {
  const Json manifest = JsonReader::read(read_text(folder + "/manifest.json"));
  const Json& params = manifest.require("point", Json::Kind::object);
  each_param(point, [&](const char* name, auto& value) { read_number(params, name, value); });
  const Json* derived = manifest.find("derived");
  each_derived_scalar(point, [&](const char* name, auto& value) {
    read_number(derived != nullptr ? *derived : manifest, name, value);
  });
  each_derived_file(point, [&](const char* name, auto& value, Shape shape) {
    read_value(folder + "/point/" + name + ".bin", value, shape);
  });
  return manifest.require("cases", Json::Kind::number).number<std::uint64_t>("cases");
}

}  // namespace assay::harness
