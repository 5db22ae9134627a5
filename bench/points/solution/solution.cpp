#include "assay/signature.hpp"

namespace assay {

struct State {};

State* init(const Point&) { return new State; }

Outputs run(State&, const Inputs& inputs) {
  Outputs outputs;
  outputs.y = inputs.x;
  return outputs;
}

void free(State* state) { delete state; }

}  // namespace assay
