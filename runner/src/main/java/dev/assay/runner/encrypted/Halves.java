package dev.assay.runner.encrypted;

/// The three containers of an encrypted solution.
///
/// @param client the author's `encode` and `decode`
/// @param vault the envelope, with the secret key
/// @param server the author's `init` and `run`
public record Halves(Half client, Half vault, Half server) {
  Half of(Stage stage) {
    return switch (stage) {
      case ENCODE, DECODE -> client;
      case SEAL, OPEN -> vault;
      case SERVER -> server;
    };
  }
}
