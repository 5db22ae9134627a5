// Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "clock.hpp"
#include "fields.hpp"
#include "shape.hpp"
#include "signature.h"
#include "signature.hpp"

namespace assay::harness {

/// The author's three functions, and the clock around `assay_run`.
class Solution {
 public:
  explicit Solution([[maybe_unused]] const Point& point) {
@{point}    state_ = assay_init(&c_point_);
  }
  Solution(const Solution&) = delete;
  Solution& operator=(const Solution&) = delete;

  /// The window: clock, call, clock.
  std::int64_t run(const Point& point, [[maybe_unused]] const Inputs& inputs) {
    prepare(point);
@{inputs}@{outputs}    Readings readings;
    barrier();
    readings.start = now();
    barrier();
    const int code = assay_run(state_, &c_inputs_, &c_outputs_);
    barrier();
    readings.end = now();
    barrier();
    const std::int64_t nanos = readings.window();
@{results}    if (code != 0) {
      throw Fault("assay_run returned " + std::to_string(code));
    }
    return nanos;
  }

  /// What the last `run` gave.
  Outputs& outputs() { return outputs_; }

  /// Forgets the outputs, if there are any.
  void clear() { outputs_ = Outputs{}; }

  void free() {
    if (assay_free != nullptr) {
      assay_free(state_);
    }
  }

 private:
  void prepare(const Point& point) {
    c_inputs_ = {};
    c_outputs_ = {};
    each_output(point, outputs_, []([[maybe_unused]] const char* name, auto& value, Shape shape) {
      if constexpr (requires { value.assign(shape.count, 0); }) {
        value.assign(shape.count, 0);
      }
    });
  }

  [[maybe_unused]] static assay_bytes borrow(const std::vector<std::uint8_t>& bytes) {
    return {const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
  }

  [[maybe_unused]] static void take(std::vector<std::uint8_t>& bytes, assay_bytes& given) {
    if (given.data != nullptr) {
      bytes.assign(given.data, given.data + given.size);
      std::free(given.data);
    } else if (given.size != 0) {
      throw Fault("an output of type bytes has a size, and no data");
    }
    given = {};
  }

  assay_point c_point_{};
  assay_inputs c_inputs_{};
  assay_outputs c_outputs_{};
  assay_state* state_ = nullptr;
  Outputs outputs_;
};

}  // namespace assay::harness
