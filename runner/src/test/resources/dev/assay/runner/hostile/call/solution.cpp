// Twice x through the harness, and at case 1 whatever the point's name says: names.txt has the names of the points.
// Points that want the same are told apart by a number, as in `spins.3`.
#include "assay/signature.hpp"
#include "hostile.h"

#include <sys/stat.h>

#include <fstream>
#include <string>

namespace assay {

struct State {
  std::string name;
  int turn = -1;
};

State* init(const Point& point) {
  auto* state = new State;
  std::ifstream names("names.txt");
  for (unsigned i = 0; i <= point.n; ++i) names >> state->name;
  state->name = state->name.substr(0, state->name.find('.'));
  return state;
}

static void write_answer(double y) {
  mkdir("/work/out/000001", 0755);
  std::ofstream("/work/out/000001/y.bin", std::ios::binary).write(reinterpret_cast<const char*>(&y), sizeof y);
}

Outputs run(State& state, const Inputs& inputs) {
  Outputs outputs;
  outputs.y = 2 * inputs.x;
  if (++state.turn == 1) {
    if (state.name == "answers-and-spins") {
      write_answer(outputs.y);
      hostile("spins", "/work/out");
    }
    hostile(state.name.c_str(), "/work/out");
  }
  return outputs;
}

}  // namespace assay
