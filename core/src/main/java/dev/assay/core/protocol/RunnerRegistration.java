package dev.assay.core.protocol;

/// What a runner shows once to get a key of its own.
///
/// @param code from the operator, good for one hour and one use
/// @param name how the runner wants to be called, unique on the platform
public record RunnerRegistration(String code, String name) {
  /// What it gets.
  ///
  /// @param runner the runner's id
  /// @param key secret; sent as `Authorization: Bearer` in every message, kept by the platform as a
  ///   hash only
  public record Accepted(String runner, String name, String pool, String key) {}
}
