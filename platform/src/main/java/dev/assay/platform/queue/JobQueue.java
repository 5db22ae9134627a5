package dev.assay.platform.queue;

import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.text.SafeText;
import dev.assay.platform.store.PublicId;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where jobs wait for runners. Thread-safe, and any number of platforms may have one on the same
/// database.
public final class JobQueue {
  private static final Logger LOG = LoggerFactory.getLogger(JobQueue.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final String ANEW = "the runner was started anew while at work";

  private final Jdbi jdbi;
  private final PublicId ids;
  private final LongPoll longPoll;
  private final Leases leases;
  private final LeaseContents contents;
  private final JobRepository jobs = new JobRepository();
  private final RunnerRepository runners = new RunnerRepository();
  private final Instances instances = new Instances();

  public JobQueue(
      Jdbi jdbi, PublicId ids, LongPoll longPoll, Leases leases, LeaseContents contents) {
    this.jdbi = jdbi;
    this.ids = ids;
    this.longPoll = longPoll;
    this.leases = leases;
    this.contents = contents;
  }

  /// Queues a job in the caller's transaction.
  public JobTicket enqueue(Handle handle, NewJob job) {
    String id = ids.next();
    long key = jobs.insert(handle, id, job);
    jobs.notifyQueue(handle);
    LOG.atInfo().addKeyValue("job", id).log("queued");
    return new JobTicket(key, id, Blockers.of(job.demand(), runners.offers(handle)));
  }

  /// Gives a runner a job, waiting for one as long as it asks for. A runner that holds a lease gets
  /// none; when it never confirmed it, it is told the same lease again. A lease of an earlier
  /// process of the runner ends with it.
  ///
  /// @throws dev.assay.core.error.AssayException `CONFLICT` for a process that another took over
  ///   from
  public Optional<Lease> claim(long runnerKey, Claim claim) {
    Duration wait =
        claim.unfit() == null
            ? Duration.ofMillis(Math.clamp(claim.waitMillis(), 0, LONGEST_WAIT.toMillis()))
            : Duration.ZERO;
    return longPoll
        .await("assay_queue", _ -> true, wait, () -> claimNow(runnerKey, claim))
        .map(this::complete);
  }

  /// Gives a runner a job, if there is one.
  Optional<ClaimedJob> claimNow(long runnerKey, Claim claim) {
    Claimed claimed = jdbi.inTransaction(handle -> claim(handle, runnerKey, claim));
    if (claimed.isLeftBehind()) {
      // In a transaction of its own, since jobs are locked before runners.
      jdbi.useTransaction(
          handle -> leases.endHeldBy(handle, runnerKey, claim.instance(), ANEW, true));
      claimed = jdbi.inTransaction(handle -> claim(handle, runnerKey, claim));
    }
    return claimed.job();
  }

  /// What came of a claim.
  ///
  /// @param isLeftBehind whether the runner holds what an earlier process of it was at work on. Who
  ///   claims has reported what that one measured
  private record Claimed(Optional<ClaimedJob> job, boolean isLeftBehind) {}

  private Claimed claim(Handle handle, long runnerKey, Claim claim) {
    String unfit = claim.unfit();
    String state =
        runners
            .ask(
                handle,
                runnerKey,
                claim.instance(),
                unfit == null ? null : SafeText.oneLine(unfit, Leases.MOST_REASON))
            .orElseThrow(() -> instances.refusal(handle, runnerKey, claim.instance()));
    Optional<JobRepository.Held> held = jobs.findHeld(handle, runnerKey, claim.instance());
    if (held.isPresent()) {
      return new Claimed(
          held.filter(JobRepository.Held::isToldAgain).map(JobRepository.Held::job),
          !held.get().isOwn());
    }
    return new Claimed(
        unfit == null && state.equals("active")
            ? jobs.claim(handle, runnerKey, claim.instance(), RunnerProtocol.CONFIRMATION)
            : Optional.empty(),
        false);
  }

  private Lease complete(ClaimedJob claimed) {
    try {
      Lease lease = contents.complete(claimed);
      LOG.atInfo()
          .addKeyValue("job", claimed.id())
          .addKeyValue("run", claimed.runId())
          .log("claimed, attempt {}", claimed.attempt());
      return lease;
    } catch (RuntimeException e) {
      leases.giveBack(claimed, "the platform could not hand it out: " + e.getMessage());
      throw e;
    }
  }
}
