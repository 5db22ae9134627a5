// Writes to an address that belongs to nobody.
#include "assay/signature.hpp"

namespace assay {

struct State {
  volatile int* nowhere = nullptr;
};

State* init(const Point&) { return new State; }

Outputs run(State& state, const Inputs&) {
  *state.nowhere = 1;
  return {};
}

void free(State* state) { delete state; }

}  // namespace assay
