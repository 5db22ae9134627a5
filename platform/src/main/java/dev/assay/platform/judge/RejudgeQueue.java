package dev.assay.platform.judge;

import dev.assay.core.job.Job;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// What a rejudging needs of the queue. Both happen in the caller's transaction.
public interface RejudgeQueue {
  /// A job of kind `rejudge` that is to be queued.
  ///
  /// @param itemKey what it judges again
  /// @param document core.job.Job as JSON
  /// @param hash SHA-256 of the document, hex
  record NewRejudge(
      long benchmarkKey,
      long bundleVersionKey,
      long authorKey,
      long itemKey,
      Job job,
      String document,
      String hash) {}

  void enqueue(Handle handle, NewRejudge rejudge);

  /// Cancels jobs that are queued or running.
  void cancel(Handle handle, List<String> jobIds, long accountKey);
}
