// @{title} (@{bundle}): see README.md for how to build and run this.
#include "assay/signature.hpp"

namespace assay {

// What init prepares for run. The point stays where it is until free has returned.
struct State {
  const Point& point;
};

// Once per point; its time is not the metric. The point has:
@{point}State* init(const Point& point) { return new State{point}; }

// Once per case; the time of this call is the metric. The inputs are:
@{inputs}// The outputs are:
@{outputs}Outputs run(State& state, const Inputs& inputs) {
  [[maybe_unused]] const Point& point = state.point;
  (void)inputs;
  Outputs outputs;
  // Zeros of the right size, to be replaced by the answer.
@{zeros}  return outputs;
}

// Optional: once per point, after the last case.
void free(State* state) { delete state; }

}  // namespace assay
