package dev.assay.platform.queue;

import static dev.assay.platform.queue.RunnerRegistryTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.Progress;
import dev.assay.core.run.RunState;
import dev.assay.platform.access.Role;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeasesTest {
  private final QueueWorld world = new QueueWorld();
  private final QueueWorld.TestRunner runner = world.runner("r1");

  @AfterEach
  void close() {
    world.close();
  }

  private Lease claimed() {
    world.enqueue();
    return runner.claim().orElseThrow();
  }

  private long secondsLeft() {
    return world.one("select round(extract(epoch from lease_end - now()))::bigint from job");
  }

  @Test
  void aClaimHoldsForTenSecondsAndAHeartbeatForSixtyFromNow() {
    Lease lease = claimed();
    assertThat(secondsLeft()).isBetween(5L, 10L);

    runner.heartbeat(lease);

    assertThat(secondsLeft()).isBetween(55L, 60L);
    assertThat(world.one("select count(*) from attempt where confirmed_at is not null"))
        .isEqualTo(1);
  }

  @Test
  void aClaimThatIsNotConfirmedIsLost() {
    Lease lease = claimed();
    world.letRunOut(lease.jobId());

    assertThat(world.reaper.reap()).isEqualTo(1);

    assertThat(world.state(lease.jobId())).isEqualTo(JobState.QUEUED);
    assertThat(world.text("select reason from attempt")).contains("was not confirmed");
    assertRefused(ErrorCode.LEASE_LOST, "not held", () -> runner.heartbeat(lease));
  }

  @Test
  void anOldAttemptChangesNothing() {
    Lease old = claimed();
    world.letRunOut(old.jobId());
    world.reaper.reap();
    Lease lease = runner.claim().orElseThrow();

    assertThat(lease.attempt()).isEqualTo(2);
    assertRefused(ErrorCode.LEASE_LOST, "Attempt 1", () -> runner.heartbeat(old));
    assertRefused(ErrorCode.LEASE_LOST, "Attempt 1", () -> runner.surrender(old, "x"));
    assertThat(runner.close(old, RunState.FINISHED)).isEqualTo(LeaseStanding.LATE);
    assertThat(world.state(lease.jobId())).isEqualTo(JobState.RUNNING);
    assertThat(runner.close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.HELD);
    assertThat(runner.close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.LATE);
  }

  @Test
  void anotherRunnersAttemptIsUnknown() {
    Lease lease = claimed();

    assertThat(world.runner("r2").close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.UNKNOWN);
    assertThat(world.state(lease.jobId())).isEqualTo(JobState.RUNNING);
  }

  @Test
  void threeLostAttemptsAreAPlatformErrorThatListsThem() {
    String job = claimed().jobId();
    world.letRunOut(job);
    world.reaper.reap();
    runner.surrender(runner.claim().orElseThrow(), "image differs");
    runner.close(runner.claim().orElseThrow(), RunState.PLATFORM_ERROR);

    assertThat(world.state(job)).isEqualTo(JobState.PLATFORM_ERROR);
    assertThat(world.text("select state_reason from job"))
        .isEqualTo(
            "3 attempts came to nothing: 1 on r1: the claim was not confirmed: no heartbeat came for 10 s; "
                + "2 on r1: image differs; 3 on r1: the runner ended it as platform-error.");
    assertThat(runner.view().state()).isEqualTo("set-aside");
  }

  @ParameterizedTest
  @EnumSource(
      value = RunState.class,
      names = {"FINISHED", "BUILD_FAILED", "BUNDLE_ERROR"})
  void aClosedRunEndsTheJobAsItSays(RunState state) {
    Lease lease = claimed();

    runner.close(lease, state);

    assertThat(world.state(lease.jobId()).text()).isEqualTo(state.text());
    assertThat(world.text("select outcome from attempt")).isEqualTo("ended");
  }

  @Test
  void aSurrenderSaidTwiceIsDoneOnce() {
    Lease lease = claimed();

    runner.surrender(lease, "x");
    runner.surrender(lease, "x");

    assertThat(runner.view().faultsInRow()).isEqualTo(1);
  }

  @Test
  void aQueuedJobIsCancelledAtOnce() {
    var job = world.enqueue();

    assertThat(world.desk.cancel(world.author, job.id()).job().state())
        .isEqualTo(JobState.CANCELLED);

    assertThat(runner.claim()).isEmpty();
    world.desk.cancel(world.author, job.id());
  }

  @Test
  void aRunningJobIsCancelledByItsRunnerWhichHearsOfItBothWays() {
    Lease lease = claimed();
    var told =
        CompletableFuture.supplyAsync(() ->
            world.leases.awaitCancellation(
                runner.key(), lease.jobId(), 1, runner.instance(), Duration.ofSeconds(30)));
    while (world.notices.subscribed.isEmpty()) {
      Thread.onSpinWait();
    }

    world.desk.cancel(world.author, lease.jobId());
    world.notices.say("assay_job", lease.jobId());

    assertThat(told.join().cancel()).isTrue();
    assertThat(runner.heartbeat(lease).cancel()).isTrue();
    assertThat(world.state(lease.jobId())).isEqualTo(JobState.RUNNING);
    runner.close(lease, RunState.CANCELLED);
    assertThat(world.state(lease.jobId())).isEqualTo(JobState.CANCELLED);
    assertThat(runner.view().faultsInRow()).isZero();
  }

  @Test
  void aRunnerThatDoesNotStopLosesItsLeaseAndTheJobIsCancelled() {
    Lease lease = claimed();
    runner.heartbeat(lease);
    world.desk.cancel(world.author, lease.jobId());
    world.execute("update job set lease_end = now() + interval '3 seconds'");
    runner.heartbeat(lease);
    assertThat(secondsLeft()).isLessThanOrEqualTo(3);

    world.letRunOut(lease.jobId());
    world.reaper.reap();

    assertThat(world.state(lease.jobId())).isEqualTo(JobState.CANCELLED);
    assertThat(runner.close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.LATE);
  }

  @Test
  void aRunnerDoesNotCancelByItself() {
    Lease lease = claimed();

    runner.close(lease, RunState.CANCELLED);

    assertThat(world.state(lease.jobId())).isEqualTo(JobState.QUEUED);
  }

  @Test
  void othersNeitherCancelNorSeeWhatIsPrivate() {
    var eve = world.account("eve", Role.AUTHOR);
    var open = world.enqueue();
    var hidden =
        world.enqueue(world.benchmark("bench/hidden", true), world.author, QueueWorld.ANYTHING, 0);

    assertRefused(ErrorCode.NOT_ALLOWED, "queued for ada", () -> world.desk.cancel(eve, open.id()));
    assertRefused(ErrorCode.NOT_FOUND, hidden.id(), () -> world.desk.cancel(eve, hidden.id()));
    assertRefused(ErrorCode.NOT_FOUND, hidden.id(), () -> world.desk.load(eve, hidden.id()));
    assertThat(world.desk.load(world.author, hidden.id()).job().id()).isEqualTo(hidden.id());
    world.desk.cancel(world.operator, hidden.id());
    assertThat(world.audited).anyMatch(entry -> entry.contains("job.cancel " + hidden.id()));
  }

  @Test
  void whatHasEndedIsNotCancelledAnyMore() {
    Lease lease = claimed();
    runner.close(lease, RunState.FINISHED);

    assertRefused(
        ErrorCode.CONFLICT, "finished", () -> world.desk.cancel(world.author, lease.jobId()));
    assertRefused(
        ErrorCode.CONFLICT,
        "finished",
        () -> world.desk.setPriority(world.operator, lease.jobId(), 1));
  }

  @Test
  void theViewShowsProgressAttemptsAndPosition() {
    Lease lease = claimed();
    var waiting = world.enqueue();
    runner.heartbeat(lease, new Progress("measuring", "N16", 1, 2, 3, 25));

    JobView view = world.desk.load(world.author, lease.jobId());

    assertThat(view.progress()).isEqualTo(new Progress("measuring", "N16", 1, 2, 3, 25));
    assertThat(view.attempts()).singleElement().extracting(AttemptView::runner).isEqualTo("r1");
    assertThat(view.position()).isNull();
    assertThat(world.desk.load(world.author, waiting.id()).position()).isEqualTo(1);
  }

  @Test
  void aReaperWaitsAfterItsStartAndAfterALeapOfTheClock() {
    var nanos = new AtomicLong();
    Lease lease = claimed();
    world.letRunOut(lease.jobId());

    try (var reaper = new LeaseReaper(world.jdbi, nanos::get)) {
      assertThat(reaper.tick()).isZero();
      // From here the database's clock is behind: that is no leap.
      nanos.addAndGet(Duration.ofSeconds(61).toNanos());
      assertThat(reaper.tick()).isEqualTo(1);
      // Time that went by on the database's clock and not here.
      nanos.addAndGet(-Duration.ofSeconds(30).toNanos());
      Lease next = runner.claim().orElseThrow();
      world.letRunOut(next.jobId());
      assertThat(reaper.tick()).isZero();
    }
  }
}
