package dev.assay.core.protocol;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Says that a runner is at work on a job. The first one confirms the claim.
///
/// @param progress the newest; absent before there is any
public record Heartbeat(String instance, String jobId, int attempt, @Nullable Progress progress) {
  /// The answer, when the lease still holds; when not, the answer is the error `LEASE_LOST`.
  ///
  /// @param cancel whether the job is to be cancelled
  public record Answer(Instant leaseEnd, boolean cancel) {}
}
