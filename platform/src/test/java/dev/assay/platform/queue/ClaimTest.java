package dev.assay.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Lease;
import dev.assay.core.run.RunState;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.store.PublicId;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimTest {
  private final QueueWorld world = new QueueWorld();

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void givesAJobToOneRunnerOnly() {
    var job = world.enqueue();
    var first = world.runner("r1");
    var second = world.runner("r2");

    Lease lease = first.claim().orElseThrow();

    assertThat(second.claim()).isEmpty();
    assertThat(lease.jobId()).isEqualTo(job.id());
    assertThat(lease.runId()).isEqualTo(job.id() + "-1");
    assertThat(world.state(job.id())).isEqualTo(JobState.RUNNING);
  }

  @Test
  void tellsAnUnconfirmedLeaseAgainAndGivesNoSecondJob() {
    world.enqueue();
    world.enqueue();
    var runner = world.runner("r1");
    Lease lease = runner.claim().orElseThrow();

    assertThat(runner.claim()).contains(lease);
    runner.heartbeat(lease);
    assertThat(runner.claim()).isEmpty();
    runner.close(lease, RunState.FINISHED);
    assertThat(runner.claim()).isPresent().isNotEqualTo(Optional.of(lease));
  }

  @Test
  void twoClaimsOfOneRunnerAtOnceGiveOneJob() throws Exception {
    IntStream.range(0, 40).forEach(_ -> world.enqueue());
    var runner = world.runner("r1");

    try (var threads = Executors.newFixedThreadPool(8)) {
      var claims =
          threads.invokeAll(
              IntStream.range(0, 32)
                  .mapToObj(_ -> (java.util.concurrent.Callable<Optional<Lease>>) runner::claim)
                  .toList());
      for (var claim : claims) {
        assertThat(claim.get()).isPresent();
      }
    }

    assertThat(world.one("select count(*) from job where state = 'running'")).isEqualTo(1);
    assertThat(world.one("select count(*) from attempt")).isEqualTo(1);
  }

  static Stream<Arguments> demands() {
    return Stream.of(
        Arguments.of(new Demand("aarch64", 1, 1, 0, List.of(), null, List.of()), false),
        Arguments.of(
            new Demand("x86_64", 4, 8L << 30, 0, List.of("quiet"), "lab", List.of("sha256:1")),
            true),
        Arguments.of(new Demand(null, 5, 1, 0, List.of(), null, List.of()), false),
        Arguments.of(new Demand(null, 1, (8L << 30) + 1, 0, List.of(), null, List.of()), false),
        Arguments.of(new Demand(null, 1, 1, 1, List.of(), null, List.of()), false),
        Arguments.of(new Demand(null, 1, 1, 0, List.of("quiet", "avx512"), null, List.of()), false),
        Arguments.of(new Demand(null, 1, 1, 0, List.of(), "default", List.of()), false),
        Arguments.of(new Demand(null, 1, 1, 0, List.of(), null, List.of("sha256:2")), false));
  }

  @ParameterizedTest
  @MethodSource("demands")
  void aRunnerTakesWhatItMeetsAndTheTicketSaysWhenNoneEverCan(Demand demand, boolean fits) {
    var runner = world.runner("r1", "lab", List.of("quiet"));
    runner.hello(4, 8L << 30, List.of("sha256:1"));

    JobTicket ticket = world.enqueue(demand);

    assertThat(ticket.blockers().isEmpty()).isEqualTo(fits);
    assertThat(world.desk.load(world.operator, ticket.id()).blockers())
        .isEqualTo(ticket.blockers());
    assertThat(runner.claim().isPresent()).isEqualTo(fits);
  }

  private List<String> served(QueueWorld.TestRunner runner, int count) {
    var order = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      Lease lease = runner.claim().orElseThrow();
      order.add(lease.jobId());
      runner.close(lease, RunState.FINISHED);
    }
    return order;
  }

  @Test
  void aFloodOfOneAuthorDoesNotStarveAnother() {
    var runner = world.runner("r1");
    IntStream.range(0, 1000).forEach(_ -> world.enqueue());
    Caller other = world.account("bob", Role.AUTHOR);
    var wanted =
        IntStream.range(0, 3)
            .mapToObj(_ -> world.enqueue(world.benchmark, other, QueueWorld.ANYTHING, 0).id())
            .toList();

    assertThat(served(runner, 7)).containsSubsequence(wanted);
  }

  @Test
  void aFloodOfOneBenchmarkDoesNotStarveAnother() {
    var runner = world.runner("r1");
    IntStream.range(0, 1000).forEach(_ -> world.enqueue());
    long other = world.benchmark("bench/two", false);
    var wanted =
        IntStream.range(0, 3)
            .mapToObj(_ -> world.enqueue(other, world.author, QueueWorld.ANYTHING, 0).id())
            .toList();

    assertThat(served(runner, 7)).containsSubsequence(wanted);
  }

  /// Bob is busy in two, and so is bench/one without him: his job there still has its turn.
  @Test
  void twoFloodsDoNotStarveTheJobThatLiesInBoth() {
    var runner = world.runner("r1");
    Caller bob = world.account("bob", Role.AUTHOR);
    long two = world.benchmark("bench/two", false);
    for (int i = 0; i < 20; i++) {
      world.enqueue();
      world.enqueue(two, bob, QueueWorld.ANYTHING, 0);
    }
    served(runner, 4);
    String wanted = world.enqueue(world.benchmark, bob, QueueWorld.ANYTHING, 0).id();

    assertThat(served(runner, 4)).contains(wanted);
  }

  @Test
  void withinAnAuthorAgeDecidesAndPriorityAboveAll() {
    var runner = world.runner("r1");
    String first = world.enqueue().id();
    String second = world.enqueue().id();
    String urgent = world.enqueue(world.benchmark, world.author, QueueWorld.ANYTHING, 5).id();

    assertThat(served(runner, 3)).containsExactly(urgent, first, second);
  }

  @Test
  void thePositionIsThePlaceInTheOrderOfTurns() {
    var runner = world.runner("r1");
    Caller bob = world.account("bob", Role.AUTHOR);
    long two = world.benchmark("bench/two", false);
    var tickets = new ArrayList<JobTicket>();
    for (int i = 0; i < 4; i++) {
      tickets.add(world.enqueue());
    }
    tickets.add(world.enqueue(world.benchmark, bob, QueueWorld.ANYTHING, 0));
    tickets.add(world.enqueue(two, bob, QueueWorld.ANYTHING, 0));
    tickets.add(world.enqueue(two, bob, QueueWorld.ANYTHING, 0));
    tickets.add(world.enqueue(two, bob, QueueWorld.ANYTHING, 1));
    var positions =
        tickets.stream()
            .sorted(
                java.util.Comparator.comparing(
                    ticket -> world.desk.load(world.operator, ticket.id()).position()))
            .map(JobTicket::id)
            .toList();

    assertThat(served(runner, 8)).isEqualTo(positions);
  }

  @Test
  void anotherRunnerThatMatchesIsPreferredForTheNextAttempt() {
    world.enqueue();
    var first = world.runner("r1");
    var second = world.runner("r2");
    first.surrender(first.claim().orElseThrow(), "x");

    assertThat(first.claim()).isEmpty();
    world.execute(
        "update runner set last_seen_at = now() - interval '61 seconds' where name = 'r2'");
    assertThat(first.claim()).map(Lease::attempt).contains(2);
    assertThat(second.claim()).isEmpty();
  }

  @Test
  void aLongPollIsWokenByANotice() {
    var runner = world.runner("r1");
    var claim =
        CompletableFuture.supplyAsync(
            () -> world.queue.claim(runner.key(), new Claim(runner.instance(), 30_000, null)));
    while (world.notices.subscribed.isEmpty()) {
      Thread.onSpinWait();
    }

    var job = world.enqueue();
    world.notices.say("assay_queue", "");

    assertThat(claim.join()).map(Lease::jobId).contains(job.id());
    assertThat(world.notices.subscribed).isEmpty();
  }

  @Test
  void closingLetsLongPollsGo() {
    var runner = world.runner("r1");
    var claim =
        CompletableFuture.supplyAsync(
            () -> world.queue.claim(runner.key(), new Claim(runner.instance(), 30_000, null)));
    while (world.notices.subscribed.isEmpty()) {
      Thread.onSpinWait();
    }

    world.longPoll.close();

    assertThat(claim.join()).isEmpty();
  }

  @Test
  void whatCannotBeHandedOutIsGivenBackWithoutAFaultOfTheRunner() {
    world.enqueue();
    var runner = world.runner("r1");
    var broken =
        new JobQueue(
            world.jdbi,
            new PublicId(new SecureRandom()),
            world.longPoll,
            world.leases,
            _ -> {
              throw new IllegalStateException("blob is gone");
            });

    assertThatThrownBy(() -> broken.claim(runner.key(), new Claim(runner.instance(), 0, null)))
        .hasMessage("blob is gone");

    assertThat(world.text("select state from job")).isEqualTo("queued");
    assertThat(world.text("select reason from attempt")).contains("blob is gone");
    assertThat(runner.view().faultsInRow()).isZero();
  }
}
