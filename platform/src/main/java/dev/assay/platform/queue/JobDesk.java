package dev.assay.platform.queue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Page;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where people ask about jobs, cancel them and have operators put them first.
public final class JobDesk {
  private static final Logger LOG = LoggerFactory.getLogger(JobDesk.class);
  private static final int LARGEST_PRIORITY = 1000;

  private final Jdbi jdbi;
  private final LongPoll longPoll;
  private final AuditTrail audit;
  private final JobViewRepository views = new JobViewRepository();
  private final JobRepository jobs = new JobRepository();
  private final RunnerRepository runners = new RunnerRepository();

  public JobDesk(Jdbi jdbi, LongPoll longPoll, AuditTrail audit) {
    this.jdbi = jdbi;
    this.longPoll = longPoll;
    this.audit = audit;
  }

  /// Jobs below a key, newest first; one more than `limit` when there are more.
  List<JobViewRepository.Row> page(Caller caller, JobFilter filter, long below, int limit) {
    return jdbi.withHandle(handle -> views.page(handle, caller, filter, below, limit + 1));
  }

  /// Jobs that the caller may see, newest first.
  ///
  /// @param below key that they are below
  public Page<JobSummary> list(Caller caller, JobFilter filter, long below, int limit) {
    return Page.of(
        page(caller, filter, below, limit),
        limit,
        JobViewRepository.Row::key,
        JobViewRepository.Row::summary);
  }

  /// @throws AssayException `NOT_FOUND`, also for a job that the caller may not see
  public JobView load(Caller caller, String id) {
    return jdbi.inTransaction(handle -> view(handle, requireJob(handle, caller, id)));
  }

  /// The job as it was planned, and its hash.
  record Document(String hash, String json) {}

  Document loadDocument(Caller caller, String id) {
    var found = jdbi.withHandle(handle -> requireJob(handle, caller, id));
    return new Document(found.hash(), found.document());
  }

  private JobViewRepository.Found requireJob(Handle handle, Caller caller, String id) {
    return views.find(handle, caller, id).orElseThrow(() -> notFound(id));
  }

  private static AssayException notFound(String id) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "There is no job '%s' that you may see; GET /api/v1/jobs lists those that you may."
            .formatted(SafeText.shown(id)));
  }

  private JobView view(Handle handle, JobViewRepository.Found found) {
    boolean isQueued = found.summary().state() == JobState.QUEUED;
    return new JobView(
        found.summary(),
        found.hash(),
        isQueued ? views.position(handle, found.key()).orElse(null) : null,
        found.summary().state() == JobState.RUNNING ? found.progress() : null,
        views.attempts(handle, found.key()),
        views.runs(handle, found.key()),
        isQueued ? Blockers.of(found.demand(), runners.offers(handle)) : List.of());
  }

  /// The job as soon as it is not as `known` any more.
  ///
  /// @return empty when it stayed as it was for `wait`
  Optional<JobView> awaitChange(Caller caller, String id, JobView known, Duration wait) {
    return longPoll.await(
        "assay_job",
        id::equals,
        wait,
        () -> Optional.of(load(caller, id)).filter(view -> !view.equals(known)));
  }

  boolean isClosing() {
    return longPoll.isClosed();
  }

  /// Cancels a job: at once when it is queued, else as soon as its runner has stopped or its lease
  /// has run out. Said twice it is done once.
  ///
  /// @throws AssayException `NOT_FOUND`; `NOT_ALLOWED` for a job of others; `CONFLICT` when it has
  ///   ended otherwise
  public JobView cancel(Caller caller, String id) {
    JobView view = jdbi.inTransaction(handle -> cancel(handle, caller, id));
    LOG.atInfo()
        .addKeyValue("job", id)
        .log("cancelled by {}", caller.account() == null ? "nobody" : caller.account().name());
    return view;
  }

  private JobView cancel(Handle handle, Caller caller, String id) {
    var found = requireJob(handle, caller, id);
    if (found.authorKey() != caller.accountKey() && !caller.seesAll()) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "Job %s was queued for %s: nobody else but an operator can cancel it."
              .formatted(id, found.summary().author()));
    }
    cancel(handle, caller, jobs.lock(handle, found.key()).orElseThrow());
    return view(handle, requireJob(handle, caller, id));
  }

  private void cancel(Handle handle, Caller caller, LockedJob job) {
    if (job.state() == JobState.CANCELLED) {
      return;
    }
    requireOpen(job, "cancelled");
    jobs.requestCancel(handle, job.key(), caller.accountKey());
    if (job.state() == JobState.QUEUED) {
      jobs.finish(handle, job.key(), JobState.CANCELLED, "cancelled before it was started");
    }
    if (job.authorKey() != caller.accountKey()) {
      audit.record(handle, caller, "job.cancel", job.id(), "was " + job.state().text());
    }
  }

  /// Cancels those of some jobs that have not ended, in the caller's transaction.
  public void cancelAll(Handle handle, List<String> ids, long accountKey) {
    for (String id : ids) {
      jobs.lock(handle, id)
          .filter(job -> !job.state().isFinal())
          .ifPresent(job -> {
            jobs.requestCancel(handle, job.key(), accountKey);
            if (job.state() == JobState.QUEUED) {
              jobs.finish(handle, job.key(), JobState.CANCELLED, "cancelled before it was started");
            }
          });
    }
  }

  private static void requireOpen(LockedJob job, String what) {
    if (job.state().isFinal()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Job %s is %s, which is final: it cannot be %s."
              .formatted(job.id(), job.state().text(), what));
    }
  }

  /// Puts a job before (above 0) or behind (below 0) all others.
  ///
  /// @param priority -1000 to 1000
  public JobView setPriority(Caller caller, String id, int priority) {
    if (Math.abs(priority) > LARGEST_PRIORITY) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "The priority %d is none: they go from -%d to %d, 0 is usual."
              .formatted(priority, LARGEST_PRIORITY, LARGEST_PRIORITY));
    }
    return jdbi.inTransaction(handle -> {
      LockedJob job = jobs.lock(handle, id).orElseThrow(() -> notFound(id));
      requireOpen(job, "put first");
      jobs.setPriority(handle, job.key(), priority);
      audit.record(handle, caller, "job.priority", id, "to " + priority);
      return view(handle, requireJob(handle, caller, id));
    });
  }
}
