package dev.assay.platform.run;

/// Which runs a list has.
///
/// @param value name of the benchmark, or id; empty for everything
public record RunFilter(By by, String value) {
  /// What is filtered by.
  public enum By {
    EVERYTHING,
    BENCHMARK,
    IMPLEMENTATION,
    RUNNER,
    SUBMISSION
  }
}
