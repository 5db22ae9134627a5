package dev.assay.platform.queue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.CancelNotice;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Progress;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.run.RunState;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.queue.LostAttempts.Loss;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Leases from claim to end. A lease is held until the platform ends it, by the database's clock
/// alone; whatever comes about an attempt that is not held changes nothing.
public final class Leases {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

  /// Characters of a reason that are kept.
  static final int MOST_REASON = 500;

  private final Jdbi jdbi;
  private final LongPoll longPoll;
  private final JobRepository jobs = new JobRepository();
  private final RunnerRepository runners = new RunnerRepository();
  private final Instances instances = new Instances();
  private final LostAttempts lostAttempts = new LostAttempts();

  public Leases(Jdbi jdbi, LongPoll longPoll) {
    this.jdbi = jdbi;
    this.longPoll = longPoll;
  }

  /// What a runner's word on an attempt is worth. When it is held it stays held until the
  /// transaction ends: the job is locked, and reports of one job pass one after the other.
  public LeaseStanding check(Handle handle, long runnerKey, String jobId, int attempt) {
    return jobs.lockStanding(handle, new AttemptName(runnerKey, jobId, attempt))
        .map(held -> held ? LeaseStanding.HELD : LeaseStanding.LATE)
        .orElse(LeaseStanding.UNKNOWN);
  }

  /// Ends a held lease as its run was closed. The job ends with it, unless the fault is the
  /// platform's or the runner's: then it is queued again while it has attempts left.
  ///
  /// @param state of the closed run, not `RUNNING`
  /// @throws AssayException `LEASE_LOST` when the attempt is not held (any more)
  public void end(
      Handle handle, long jobKey, int attempt, RunState state, @Nullable String reason) {
    LockedJob job =
        jobs.lock(handle, jobKey)
            .filter(one -> one.isHeldAs(attempt))
            .orElseThrow(() -> lost("number " + jobKey, attempt));
    String sentence = reason == null ? null : SafeText.oneLine(reason, MOST_REASON);
    switch (state) {
      case FINISHED -> finish(handle, job, JobState.FINISHED, sentence);
      case BUILD_FAILED -> finish(handle, job, JobState.BUILD_FAILED, sentence);
      case BUNDLE_ERROR -> finish(handle, job, JobState.BUNDLE_ERROR, sentence);
      case CANCELLED -> cancel(handle, job, sentence);
      case PLATFORM_ERROR ->
          lostAttempts.end(handle, job, Loss.lost(given("platform-error", sentence)));
      case RUNNING -> throw new IllegalArgumentException("a run that was closed as running");
    }
  }

  /// Nobody but the platform cancels a job: a runner that does so by itself gives it back.
  private void cancel(Handle handle, LockedJob job, @Nullable String reason) {
    if (job.isCancelRequested()) {
      finish(handle, job, JobState.CANCELLED, reason);
    } else {
      lostAttempts.end(handle, job, Loss.refused(given("cancelled", reason)));
    }
  }

  private static String given(String what, @Nullable String reason) {
    return reason == null ? "the runner ended it as " + what : reason;
  }

  private void finish(Handle handle, LockedJob job, JobState state, @Nullable String reason) {
    jobs.endAttempt(handle, job.key(), job.attempt(), "ended", reason);
    jobs.finish(handle, job.key(), state, reason);
    Long runner = job.runnerKey();
    if (runner != null) {
      runners.forgetFaults(handle, runner);
    }
  }

  /// Confirms a claim, and prolongs the lease by 60 s from now. A lease whose job is to be
  /// cancelled is not prolonged.
  ///
  /// @throws AssayException `LEASE_LOST` when it is not held, `CONFLICT` for a process that another
  ///   took over from
  public Heartbeat.Answer heartbeat(long runnerKey, Heartbeat heartbeat) {
    return jdbi.inTransaction(handle -> {
      Progress progress = heartbeat.progress();
      var name = new AttemptName(runnerKey, heartbeat.jobId(), heartbeat.attempt());
      Optional<Heartbeat.Answer> answer =
          jobs.heartbeat(
              handle,
              name,
              heartbeat.instance(),
              progress == null ? null : JsonCodec.toLine(progress),
              RunnerProtocol.LEASE);
      instances.touch(handle, runnerKey, heartbeat.instance());
      return answer.orElseThrow(() -> lost(heartbeat.jobId(), heartbeat.attempt()));
    });
  }

  /// Ends a lease that the runner gives back. Said twice it is done once.
  ///
  /// @throws AssayException `LEASE_LOST` when it was not held, `CONFLICT` for a process that
  ///   another took over from
  public void surrender(long runnerKey, Surrender surrender) {
    jdbi.useTransaction(handle -> {
      var name = new AttemptName(runnerKey, surrender.jobId(), surrender.attempt());
      Optional<LockedJob> job =
          jobs.lock(handle, surrender.jobId())
              .filter(one -> one.isHeldAs(surrender.attempt()))
              .filter(one -> Long.valueOf(runnerKey).equals(one.runnerKey()));
      instances.touch(handle, runnerKey, surrender.instance());
      if (job.isPresent()) {
        lostAttempts.end(
            handle, job.get(), Loss.refused(SafeText.oneLine(surrender.reason(), MOST_REASON)));
      } else if (!jobs.wasRefused(handle, name)) {
        throw lost(surrender.jobId(), surrender.attempt());
      }
    });
    LOG.atInfo()
        .addKeyValue("job", surrender.jobId())
        .log(
            "attempt {} was given back: {}",
            surrender.attempt(),
            SafeText.shown(surrender.reason()));
  }

  /// Gives back what could not even be handed out; no runner's fault.
  void giveBack(ClaimedJob claimed, String reason) {
    jdbi.useTransaction(handle ->
        jobs.lock(handle, claimed.key())
            .filter(job -> job.isHeldAs(claimed.attempt()))
            .ifPresent(job ->
                lostAttempts.end(
                    handle, job, Loss.withoutFault(SafeText.oneLine(reason, MOST_REASON)))));
  }

  /// Ends what a runner holds, but for what its process `keptInstance` holds.
  ///
  /// @param isFault whether it counts against the runner
  void endHeldBy(
      Handle handle,
      long runnerKey,
      @Nullable String keptInstance,
      String reason,
      boolean isFault) {
    for (LockedJob job : jobs.lockHeldBy(handle, runnerKey, keptInstance)) {
      lostAttempts.end(handle, job, new Loss("lost", reason, isFault));
    }
  }

  /// Waits until the job that a runner holds is to be cancelled, or for `wait`.
  ///
  /// @param attempt absent for whichever the runner holds
  /// @param instance absent when the caller does not say
  /// @throws AssayException `LEASE_LOST` when it does not hold it (any more), `CONFLICT` for a
  ///   process that another took over from
  public CancelNotice awaitCancellation(
      long runnerKey,
      String jobId,
      @Nullable Integer attempt,
      @Nullable String instance,
      Duration wait) {
    boolean cancel =
        longPoll
            .await(
                "assay_job",
                jobId::equals,
                wait,
                () ->
                    Optional.of(findCancellation(runnerKey, jobId, attempt, instance))
                        .filter(found -> found))
            .orElse(false);
    return new CancelNotice(cancel);
  }

  private boolean findCancellation(
      long runnerKey, String jobId, @Nullable Integer attempt, @Nullable String instance) {
    return jdbi.inTransaction(handle -> {
      if (instance != null && !runners.instance(handle, runnerKey).equals(instance)) {
        throw instances.refusal(handle, runnerKey, instance);
      }
      return jobs.findCancellation(handle, runnerKey, jobId, attempt)
          .orElseThrow(() -> lost(jobId, attempt == null ? 0 : attempt));
    });
  }

  private static AssayException lost(String job, int attempt) {
    return new AssayException(
        ErrorCode.LEASE_LOST,
        "Attempt %d at job %s is not held by this runner (any more); stop working on it."
            .formatted(attempt, job));
  }
}
