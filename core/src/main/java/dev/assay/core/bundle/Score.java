package dev.assay.core.bundle;

/// What entries are compared by.
///
/// @param metric `seconds` (the window), or a metric of the verifier
public record Score(String metric, Fold fold, Better better, SelfReported selfReported) {
  /// The metric that the window gives.
  public static final String SECONDS = "seconds";
}
