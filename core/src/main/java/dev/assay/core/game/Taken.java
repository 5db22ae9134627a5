package dev.assay.core.game;

/// A measurement that was made, as far as the procedure asks.
///
/// @param workload place of the workload in ascending order, from 0
/// @param verified whether its output was verified; otherwise it is a repeat
/// @param elapsedNanos wall time
public record Taken(int workload, boolean verified, Result result, long elapsedNanos) {
  /// What came of it.
  public enum Result {
    /// Its output was right; of a repeat: it ended as it should.
    RIGHT,
    /// Its output was wrong, or it ended otherwise.
    FAILED,
    /// It took longer than the timeout.
    TIMED_OUT
  }
}
