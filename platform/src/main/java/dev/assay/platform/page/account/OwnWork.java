package dev.assay.platform.page.account;

import dev.assay.platform.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an account has made.
///
/// @param implementations newest first
/// @param jobs newest first
record OwnWork(List<ImplementationRow> implementations, List<JobRow> jobs) {
  OwnWork {
    implementations = List.copyOf(implementations);
    jobs = List.copyOf(jobs);
  }

  record ImplementationRow(
      String id, String name, String benchmark, boolean isPrivate, Moment createdAt) {}

  /// A job that was queued for the account.
  ///
  /// @param state as in `build-failed`
  /// @param reason a sentence; absent when there is nothing to say
  /// @param implementation id; absent for a job of none
  /// @param commit its first characters; absent for a job of no submission
  /// @param run id of its newest; absent before the first
  record JobRow(
      String id,
      String state,
      @Nullable String reason,
      String benchmark,
      String version,
      @Nullable String implementation,
      @Nullable String implementationName,
      @Nullable String submission,
      @Nullable String commit,
      @Nullable String run,
      Moment createdAt) {}

  /// Jobs that count against the quotas.
  ///
  /// @param waiting that are queued or running
  /// @param daily of the last 24 hours
  record Use(int waiting, int daily) {}
}
