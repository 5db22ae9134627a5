package dev.assay.platform;

import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.run.RunState;
import dev.assay.platform.bundle.ImageRegistry;
import dev.assay.platform.intake.AttemptLeases;
import dev.assay.platform.judge.RejudgeLeases;
import dev.assay.platform.judge.RejudgeQueue;
import dev.assay.platform.queue.ClaimedJob;
import dev.assay.platform.queue.Demand;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.JobKind;
import dev.assay.platform.queue.JobQueue;
import dev.assay.platform.queue.Leases;
import dev.assay.platform.queue.NewJob;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// What other parts need of the queue, in their own words.
final class QueueBridges {
  private QueueBridges() {}

  /// For reports.
  record ForIntake(Leases leases) implements AttemptLeases {
    @Override
    public Hold check(Handle handle, long runnerKey, String jobId, int attempt) {
      return switch (leases.check(handle, runnerKey, jobId, attempt)) {
        case HELD -> Hold.HELD;
        case LATE -> Hold.LATE;
        case UNKNOWN -> Hold.UNKNOWN;
      };
    }

    @Override
    public void end(
        Handle handle, long jobKey, int attempt, RunState state, @Nullable String reason) {
      leases.end(handle, jobKey, attempt, state, reason);
    }
  }

  /// For rejudging.
  record ForRejudging(JobQueue queue, JobDesk desk, ImageRegistry images) implements RejudgeQueue {
    @Override
    public void enqueue(Handle handle, NewRejudge rejudge) {
      var _ =
          queue.enqueue(
              handle,
              new NewJob(
                  JobKind.REJUDGE,
                  rejudge.benchmarkKey(),
                  rejudge.bundleVersionKey(),
                  rejudge.authorKey(),
                  null,
                  rejudge.itemKey(),
                  false,
                  rejudge.document(),
                  rejudge.hash(),
                  demand(handle, rejudge.job()),
                  0));
    }

    @Override
    public void cancel(Handle handle, List<String> jobIds, long accountKey) {
      desk.cancelAll(handle, jobIds, accountKey);
    }

    /// A verifier runs wherever its image is, or can be built.
    private Demand demand(Handle handle, Job job) {
      String image = job.bundleImage().digest();
      boolean isBuilt = images.recipes(handle, List.of(image)).containsKey(image);
      return new Demand(
          null,
          1,
          job.bundleLimits().memory().bytes(),
          0,
          List.of(),
          null,
          isBuilt ? List.of() : List.of(image));
    }
  }

  /// Completes leases that judge again.
  static Lease rejudgeLease(ClaimedJob claimed, Job job, RejudgeLeases leases) {
    var contents = leases.contentsOf(Objects.requireNonNull(claimed.rejudgeItemKey()));
    return new Lease(
        claimed.id(),
        claimed.attempt(),
        claimed.runId(),
        claimed.hash(),
        job,
        null,
        contents.bundle(),
        contents.recipes(),
        contents.rejudge(),
        claimed.leaseEnd());
  }
}
