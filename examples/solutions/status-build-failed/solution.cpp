// Cannot be compiled, since nobody has written the header.
#include "assay/signature.hpp"
#include "words.hpp"

namespace assay {

struct State {};

State* init(const Point&) { return new State; }

Outputs run(State&, const Inputs& inputs) { return {.counts = words::count(inputs.text)}; }

}  // namespace assay
