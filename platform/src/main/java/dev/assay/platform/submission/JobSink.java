package dev.assay.platform.submission;

import dev.assay.platform.queue.JobTicket;
import dev.assay.platform.queue.NewJob;
import org.jdbi.v3.core.Handle;

/// Where planned jobs go: the queue.
@FunctionalInterface
public interface JobSink {
  /// Queues a job in the caller's transaction.
  JobTicket enqueue(Handle handle, NewJob job);
}
