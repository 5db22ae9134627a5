// Written by Assay from the signature of @{bundle}, anew before every build. Changes here are lost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What is the same for all cases at a point: its parameters, and what the bundle derives from them.
struct Point {
@{point}};

/// What the author chose in config.jsonc.
struct Config {
@{config}};

/// What is encrypted: a flat vector.
using Packing = std::vector<@{packing}>;

/// Something serialised.
using Bytes = std::vector<std::uint8_t>;

/// Keys by name: letters, digits, '_' and '-'.
using Blobs = std::map<std::string, Bytes>;

/// What a set of keys was made with.
struct Parameters {
  std::uint64_t ring_degree = 0;
  std::vector<std::uint64_t> modulus_bits{};
};

/// A set of keys. Only the public ones leave the client.
struct SavedKeys {
  Blobs public_keys{};
  Blobs secret_keys{};
  Parameters parameters{};
};

/// What can be read off ciphertexts before they are decrypted, of several the worst.
struct Meters {
  std::optional<double> noise_budget_bits{};
  std::optional<double> level{};
  std::optional<double> scale_bits{};
};

}  // namespace assay
