package dev.assay.platform.queue;

import org.jspecify.annotations.Nullable;

/// A job whose row is locked until the transaction ends.
///
/// @param attempt of the newest lease; 0 before the first
/// @param runnerKey who holds the lease; absent unless it is running
record LockedJob(
    long key,
    String id,
    JobState state,
    int attempt,
    @Nullable Long runnerKey,
    boolean isConfirmed,
    boolean isCancelRequested,
    long authorKey) {
  boolean isHeldAs(int asked) {
    return state == JobState.RUNNING && attempt == asked;
  }
}
