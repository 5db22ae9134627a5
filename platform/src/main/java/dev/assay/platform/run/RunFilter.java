package dev.assay.platform.run;

/// Which runs a list has.
///
/// @param value name of the benchmark, or id; empty for everything
record RunFilter(By by, String value) {
  enum By {
    EVERYTHING,
    BENCHMARK,
    IMPLEMENTATION,
    RUNNER,
    SUBMISSION
  }
}
