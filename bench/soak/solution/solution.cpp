// Ends in another way at each point.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <unistd.h>

#include "assay/signature.hpp"

namespace assay {

struct State {
  std::uint32_t ending;
};

State* init(const Point& point) { return new State{point.n % 8}; }

Outputs run(State& state, const Inputs& inputs) {
  Outputs outputs;
  outputs.y = inputs.x;
  switch (state.ending) {
    case 0:
      std::abort();
    case 1:
      std::exit(3);
    case 2: {
      std::vector<char*> all;
      while (true) {
        all.push_back(new char[1 << 20]());
      }
    }
    case 3:
      while (true) {
        pause();
      }
    case 4: {
      std::FILE* file = std::fopen("/work/out/large", "w");
      static char block[1 << 16];
      while (std::fwrite(block, 1, sizeof block, file) > 0) {
        std::fflush(file);
      }
      pause();
      break;
    }
    case 5:
      // Its children outlive it, unless somebody sees to it.
      for (int i = 0; i < 5; i++) {
        if (fork() == 0) {
          setsid();
          pause();
        }
      }
      break;
    case 6:
      outputs.y ^= 1;
      break;
    default:
      break;
  }
  return outputs;
}

void free(State* state) { delete state; }

}  // namespace assay
