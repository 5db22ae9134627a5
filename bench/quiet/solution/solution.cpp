// Keeps its processor busy for the seconds that the point says.
#include <chrono>

#include "assay/signature.hpp"

namespace assay {

struct State {
  std::chrono::seconds time;
};

State* init(const Point& point) { return new State{std::chrono::seconds(point.n)}; }

Outputs run(State& state, const Inputs& inputs) {
  const auto end = std::chrono::steady_clock::now() + state.time;
  while (std::chrono::steady_clock::now() < end) {
  }
  Outputs outputs;
  outputs.y = inputs.x;
  return outputs;
}

void free(State* state) { delete state; }

}  // namespace assay
