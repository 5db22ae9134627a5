package dev.assay.core.game;

/// What is next for a program.
public sealed interface Step {
  /// To be measured.
  ///
  /// @param workload place of the workload in ascending order, from 0
  /// @param verified whether its output is kept and verified; otherwise it goes to `/dev/null`
  /// @param order place among the program's measurements, from 0
  record Measure(int workload, boolean verified, int order) implements Step {}

  /// Nothing more.
  record Through(Reason reason) implements Step {}

  /// Why nothing more is measured.
  enum Reason {
    /// There is nothing to measure.
    NO_WORKLOAD,
    /// Every workload, and the largest again.
    COMPLETE,
    /// The largest workload took longer than the cutoff, so one measurement of it is enough.
    OVER_CUTOFF,
    /// A workload was not done right; larger ones are not tried.
    FAILED,
    /// A workload took longer than the timeout; the largest one that was done within the cutoff was
    /// measured again.
    FELL_BACK,
    /// A workload took longer than the timeout, and none was done within the cutoff.
    TIMED_OUT,
    /// A repeat took longer than the timeout.
    REPEAT_TIMED_OUT
  }
}
