package dev.assay.platform.intake;

import dev.assay.core.run.RunState;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// What reports need of the queue. Both happen in the caller's transaction.
public interface AttemptLeases {
  /// Whether a runner still holds an attempt.
  enum Hold {
    HELD,
    /// The attempt was this runner's, and its lease was lost or its job has ended.
    LATE,
    /// The attempt never was this runner's.
    UNKNOWN
  }

  /// Tells it, and keeps the job from changing until the transaction ends.
  Hold check(Handle handle, long runnerKey, String jobId, int attempt);

  /// Ends the attempt, and the job with it, or queues the job again where the platform was at
  /// fault.
  ///
  /// @param reason of the state; absent when it went well
  void end(Handle handle, long jobKey, int attempt, RunState state, @Nullable String reason);
}
