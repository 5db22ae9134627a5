// Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost.
#pragma once

#include <cstdint>
#include <vector>

#include "types.hpp"

// The bundle's: the types envelope::Context and envelope::Ciphertext, and all that computes on them.
#include "envelope/envelope.hpp"

namespace assay {

/// What one case hands to `encode`. Tensors are row-major.
struct Inputs {
@{inputs}};

/// What one case hands to `run` in clear.
struct PublicInputs {
@{public_inputs}};

/// What `run` gives back: ciphertexts, and what is not secret. A tensor must have as many elements
/// as its type says.
struct Answer {
  std::vector<envelope::Ciphertext> ciphertexts{};
@{public_outputs}};

/// What `decode` gives back.
struct Outputs {
@{secret_outputs}};

/// Yours: whatever `init` prepares for `run`.
struct State;

/// Yours: called once per case, on the client, before encryption. Each vector is encrypted.
std::vector<Packing> encode(const Inputs& inputs, const Point& point, const Config& config);

/// Yours: called once per point, on the server. Its time is not the metric.
State* init(const Point& point, const envelope::Context& context, const Config& config);

/// Yours: called once per case, on the server. Its time is the metric, from the call to the return.
Answer run(State& state, const std::vector<envelope::Ciphertext>& ciphertexts, const PublicInputs& inputs);

/// Yours: called once per case, on the client, with what was decrypted.
Outputs decode(const std::vector<Packing>& plaintexts, const Point& point, const Config& config);

/// Yours, and optional: called on the server after the last case.
[[gnu::weak]] void free(State* state);

}  // namespace assay
