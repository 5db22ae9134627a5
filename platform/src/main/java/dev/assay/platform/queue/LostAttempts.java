package dev.assay.platform.queue;

import dev.assay.core.protocol.RunnerProtocol;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Ends attempts that came to nothing: the job is queued again, until its attempts are used up or
/// somebody wanted it cancelled. Nothing of it is the author's fault.
final class LostAttempts {
  private final JobRepository jobs = new JobRepository();
  private final RunnerRepository runners = new RunnerRepository();

  /// @param outcome `lost` or `refused`
  /// @param isFault whether it counts against the runner
  record Loss(String outcome, String reason, boolean isFault) {
    static Loss lost(String reason) {
      return new Loss("lost", reason, true);
    }

    static Loss refused(String reason) {
      return new Loss("refused", reason, true);
    }

    static Loss withoutFault(String reason) {
      return new Loss("lost", reason, false);
    }
  }

  /// @param job running, and locked by this transaction
  void end(Handle handle, LockedJob job, Loss loss) {
    jobs.endAttempt(handle, job.key(), job.attempt(), loss.outcome(), loss.reason());
    if (job.isCancelRequested()) {
      jobs.finish(handle, job.key(), JobState.CANCELLED, "cancelled; " + loss.reason());
    } else if (job.attempt() >= RunnerProtocol.MOST_ATTEMPTS) {
      jobs.finish(handle, job.key(), JobState.PLATFORM_ERROR, allOf(handle, job));
    } else {
      jobs.requeue(handle, job.key());
    }
    if (loss.isFault() && !job.isCancelRequested()) {
      countFault(handle, job, loss);
    }
  }

  private String allOf(Handle handle, LockedJob job) {
    List<String> reasons = jobs.attemptReasons(handle, job.key());
    return "%d attempts came to nothing: %s.".formatted(job.attempt(), String.join("; ", reasons));
  }

  private void countFault(Handle handle, LockedJob job, Loss loss) {
    Long runner = job.runnerKey();
    if (runner != null) {
      runners.countFault(
          handle,
          runner,
          RunnerProtocol.MOST_FAULTS,
          "%d attempts in a row came to nothing, the last at job %s: %s"
              .formatted(RunnerProtocol.MOST_FAULTS, job.id(), loss.reason()));
    }
  }
}
