package dev.assay.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runners on two platforms' processes that die, are late, say everything twice and find their
/// leases lost, while people cancel: each job ends once, and nothing is held twice.
class QueueUnderFireTest {
  private static final Set<ErrorCode> EXPECTED = Set.of(ErrorCode.LEASE_LOST, ErrorCode.CONFLICT);

  /// Ends that the platform acknowledged, `JOB STATE`; no job may be in it twice.
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean over = new AtomicBoolean();

  @ParameterizedTest(name = "seed {0}: {1} jobs, {2} runners")
  @CsvSource({"1, 300, 6", "2, 120, 3", "3, 120, 8", "4, 40, 12"})
  void eachJobEndsInExactlyOneFinalState(long seed, int jobs, int runners) throws Exception {
    try (var one = new QueueWorld();
        var other = one.another();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> ids = IntStream.range(0, jobs).mapToObj(_ -> one.enqueue().id()).toList();
      var work = new ArrayList<Callable<Void>>();
      for (int i = 0; i < runners; i++) {
        QueueWorld.TestRunner runner = one.runner("r" + i);
        QueueWorld world = i % 2 == 0 ? one : other;
        var random = new Random(seed * 1000 + i);
        work.add(() ->
            live(
                new QueueWorld.TestRunner(
                    world, runner.key(), runner.id(), runner.instance(), runner.machine()),
                random));
      }
      work.add(() -> makeLeasesRunOut(one, new Random(seed)));
      work.add(() -> makeLeasesRunOut(other, new Random(seed + 1)));
      work.add(() -> cancelSome(one, ids, new Random(seed)));
      work.add(() -> watch(other));

      for (var done : threads.invokeAll(work.stream().map(this::endingAllWhenItFails).toList())) {
        done.get();
      }

      assertEndedOnce(one, ids);
    }
  }

  /// So that a broken rule is a failure and not a test without end.
  private Callable<Void> endingAllWhenItFails(Callable<Void> one) {
    return () -> {
      try {
        return one.call();
      } catch (Exception | AssertionError e) {
        over.set(true);
        throw e;
      }
    };
  }

  private void assertEndedOnce(QueueWorld world, List<String> ids) {
    for (String id : ids) {
      JobState state = world.state(id);
      assertThat(state.isFinal()).as("job %s is %s", id, state).isTrue();
      // What a runner was told is stored is stored, and nothing else besides.
      assertThat(acknowledged.stream().filter(end -> end.startsWith(id + " ")))
          .as("acknowledged ends of job %s", id)
          .isSubsetOf(id + " " + state.text());
    }
    assertThat(world.one("select count(*) from attempt where ended_at is null")).isZero();
    assertThat(world.one("select max(attempt) from attempt"))
        .isLessThanOrEqualTo(RunnerProtocol.MOST_ATTEMPTS);
    assertThat(
            world.one(
                "select count(*) from job j where state = 'platform-error' and (attempt <> 3 or state_reason is null)"))
        .isZero();
    assertThat(
            world.one(
                "select count(*) from (select job_key from attempt where outcome = 'ended' group by job_key having count(*) > 1) as twice"))
        .isZero();
  }

  /// A runner's life: it ends when no job is open any more.
  private Void live(QueueWorld.TestRunner first, Random random) {
    QueueWorld.TestRunner runner = first;
    for (int life = 2; !over.get(); life++) {
      try {
        work(runner, random);
      } catch (AssayException e) {
        assertThat(EXPECTED).contains(e.code());
      }
      if (random.nextInt(8) == 0) {
        // Killed, and started again by its service.
        runner = runner.as(first.instance() + "." + life, first.machine());
        runner.hello();
      }
      runner.world().registry.activate(runner.world().operator, runner.id());
    }
    return null;
  }

  private void work(QueueWorld.TestRunner runner, Random random) {
    Lease lease = runner.claim().orElse(null);
    if (lease == null || random.nextInt(12) == 0) {
      return;
    }
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      if (runner.heartbeat(lease).cancel()) {
        close(runner, lease, RunState.CANCELLED);
        return;
      }
    }
    switch (random.nextInt(10)) {
      case 0 -> runner.surrender(lease, "the disk is full");
      case 1 -> close(runner, lease, RunState.PLATFORM_ERROR);
      case 2 -> {} // Killed: nobody hears of this one again.
      case 3 -> close(runner, lease, RunState.BUILD_FAILED);
      default -> close(runner, lease, RunState.FINISHED);
    }
  }

  /// Says that a run is closed, up to three times.
  private void close(QueueWorld.TestRunner runner, Lease lease, RunState state) {
    LeaseStanding standing = runner.close(lease, state);
    if (standing == LeaseStanding.HELD
        && state != RunState.PLATFORM_ERROR
        && !acknowledged.add(lease.jobId() + " " + state.text())) {
      throw new IllegalStateException("job %s ended twice".formatted(lease.jobId()));
    }
    assertThat(runner.close(lease, state)).isEqualTo(LeaseStanding.LATE);
    assertThat(runner.close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.LATE);
  }

  private Void makeLeasesRunOut(QueueWorld world, Random random) {
    while (!over.get()) {
      makeRunOut(world, "key %% 7 = %d".formatted(random.nextInt(7)));
      world.reaper.reap();
      makeRunOut(world, "lease_end < now() + interval '10 seconds'");
      over.compareAndSet(
          false, world.one("select count(*) from job where state in ('queued', 'running')") == 0);
    }
    return null;
  }

  /// Passes over what somebody else is at, since two that wait for each other's jobs are taken back
  /// by the database.
  private static void makeRunOut(QueueWorld world, String which) {
    world.execute(
        """
        update job set lease_end = now() - interval '1 second' where key in (
            select key from job where state = 'running' and %s for update skip locked)
        """
            .formatted(which));
  }

  private Void cancelSome(QueueWorld world, List<String> ids, Random random) {
    for (int i = 0; i < ids.size() / 10; i++) {
      try {
        world.desk.cancel(world.author, ids.get(random.nextInt(ids.size())));
      } catch (AssayException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
      }
    }
    return null;
  }

  private Void watch(QueueWorld world) {
    while (!over.get()) {
      assertThat(
              world.one(
                  "select count(*) from (select runner_key from job where state = 'running' group by runner_key having count(*) > 1) as two"))
          .as("runners with two jobs")
          .isZero();
      assertThat(
              world.one(
                  "select count(*) from (select job_key from attempt where ended_at is null group by job_key having count(*) > 1) as two"))
          .as("jobs that are held twice")
          .isZero();
      assertThat(
              world.one(
                  "select count(*) from job j where (state = 'running') <> exists (select from attempt a where a.job_key = j.key and a.attempt = j.attempt and a.ended_at is null)"))
          .as("jobs whose attempt says otherwise")
          .isZero();
    }
    return null;
  }
}
