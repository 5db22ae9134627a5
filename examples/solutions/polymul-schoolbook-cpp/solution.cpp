// Multiplies polynomials modulo X^N + 1 and each q[l], coefficient by coefficient.
#include "assay/signature.hpp"

namespace assay {

struct State {
  const Point& point;
};

State* init(const Point& point) { return new State{point}; }

Outputs run(State& state, const Inputs& inputs) {
  const std::uint32_t n = state.point.N;
  const std::uint32_t limbs = state.point.L;
  Outputs outputs;
  outputs.c.resize(n * limbs);
  for (std::uint32_t limb = 0; limb < limbs; limb++) {
    const std::uint64_t q = state.point.q[limb];
    for (std::uint32_t k = 0; k < n; k++) {
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < n; i++) {
        const std::uint32_t j = i <= k ? k - i : k - i + n;
        const std::uint64_t product = std::uint64_t{inputs.a[i * limbs + limb]} * inputs.b[j * limbs + limb] % q;
        // X^N is -1: what went over the end comes back with its sign changed.
        sum += i <= k ? product : q - product;
      }
      outputs.c[k * limbs + limb] = static_cast<std::uint32_t>(sum % q);
    }
  }
  return outputs;
}

void free(State* state) { delete state; }

}  // namespace assay
