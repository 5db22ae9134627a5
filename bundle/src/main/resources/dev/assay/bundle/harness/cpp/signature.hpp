// Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost.
#pragma once

#include <cstdint>
#include <vector>

namespace assay {

/// What is the same for all cases at a point: its parameters, and what the bundle derives from them.
struct Point {
@{point}};

/// What one case hands to `run`. Tensors are row-major.
struct Inputs {
@{inputs}};

/// What `run` gives back. A tensor must have as many elements as its type says.
struct Outputs {
@{outputs}};

/// Yours: whatever `init` prepares for `run`.
struct State;

/// Yours: called once per point, before the first case. Its time is not the metric.
State* init(const Point& point);

/// Yours: called once per case. Its time is the metric, from the call to the return.
Outputs run(State& state, const Inputs& inputs);

/// Yours, and optional: called after the last case.
[[gnu::weak]] void free(State* state);

}  // namespace assay
