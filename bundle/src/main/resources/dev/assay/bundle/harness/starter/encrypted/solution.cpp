// @{title} (@{bundle}): see README.md for how to build and run this.
// What can be computed on ciphertexts is the bundle's: assay/envelope/envelope.hpp.
#include "assay/signature.hpp"

namespace assay {

// What init prepares for run. Point and context stay where they are until free has returned.
struct State {
  const Point& point;
  const envelope::Context& context;
};

// On the client, once per case: the vectors that are encrypted, each on its own. The inputs are:
@{inputs}// The point has:
@{point}std::vector<Packing> encode([[maybe_unused]] const Inputs& inputs, [[maybe_unused]] const Point& point,
                            [[maybe_unused]] const Config& config) {
  // One vector with a zero, to be replaced by what run computes with.
  return {Packing(1)};
}

// On the server, once per point; its time is not the metric.
State* init(const Point& point, const envelope::Context& context, [[maybe_unused]] const Config& config) {
  return new State{point, context};
}

// On the server, once per case; the time of this call is the metric. The public inputs are:
@{public_inputs}// The public outputs are:
@{public_outputs}Answer run(State& state, const std::vector<envelope::Ciphertext>& ciphertexts,
           [[maybe_unused]] const PublicInputs& inputs) {
  [[maybe_unused]] const Point& point = state.point;
  Answer answer;
  // What came in, to be replaced by the answer.
  answer.ciphertexts = ciphertexts;
@{public_zeros}  return answer;
}

// On the client, once per case: the outputs, out of the vectors that were decrypted. They are:
@{secret_outputs}Outputs decode([[maybe_unused]] const std::vector<Packing>& plaintexts, [[maybe_unused]] const Point& point,
               [[maybe_unused]] const Config& config) {
  Outputs outputs;
  // Zeros of the right size, to be replaced by the answer.
@{zeros}  return outputs;
}

// Optional: on the server, once per point, after the last case.
void free(State* state) { delete state; }

}  // namespace assay
