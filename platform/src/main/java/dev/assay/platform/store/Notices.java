package dev.assay.platform.store;

import java.util.function.Consumer;

/// Tells what other processes and threads have announced through the database (`pg_notify`). A
/// notice is a wake and may be lost, as while the connection is made anew: who waits for something
/// looks by itself, too.
public interface Notices {
  /// Something became claimable; without a payload.
  String QUEUE = "assay_queue";

  /// State, progress or cancelling of a job changed; the payload is its id.
  String JOB = "assay_job";

  /// Calls `listener` with each notice's payload, on a thread that it must not block, until the
  /// subscription is closed.
  Subscription subscribe(String channel, Consumer<String> listener);
}
