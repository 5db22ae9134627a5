package dev.assay.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.run.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunnerRegistryTest {
  private final QueueWorld world = new QueueWorld();

  @AfterEach
  void close() {
    world.close();
  }

  static void assertRefused(ErrorCode code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  private RunnerRegistry.RunnerCode code() {
    return world.registry.makeCode(
        world.operator, new RunnerRegistry.CodeRequest("lab", List.of("quiet")));
  }

  @Test
  void aCodeIsGoodOnceAndFixesPoolAndLabels() {
    var code = code();

    var accepted = world.registry.register(new RunnerRegistration(code.code(), "r1"));

    assertThat(accepted.pool()).isEqualTo("lab");
    assertThat(accepted.key()).matches("assayrunner_[A-Za-z0-9_-]{43}");
    assertThat(world.registry.load(world.operator, accepted.runner()).labels())
        .containsExactly("quiet");
    assertThat(
            world.one(
                "select count(*) from runner where key_hash = sha256('%s')"
                    .formatted(accepted.key())))
        .isEqualTo(1);
    assertRefused(
        ErrorCode.NOT_AUTHENTICATED,
        "was used",
        () -> world.registry.register(new RunnerRegistration(code.code(), "r2")));
  }

  @Test
  void aCodeIsGoodForAnHour() {
    var code = code();
    world.execute("update runner_code set expires_at = now() - interval '1 second'");

    assertRefused(
        ErrorCode.NOT_AUTHENTICATED,
        "older than an hour",
        () -> world.registry.register(new RunnerRegistration(code.code(), "r2")));
  }

  @Test
  void aNameThatIsTakenDoesNotUseTheCodeUp() {
    world.runner("r1");
    var code = code();

    assertRefused(
        ErrorCode.CONFLICT,
        "choose another name",
        () -> world.registry.register(new RunnerRegistration(code.code(), "r1")));

    assertThat(world.registry.register(new RunnerRegistration(code.code(), "r2")).name())
        .isEqualTo("r2");
  }

  @Test
  void namesAreNeitherMarkupNorSql() {
    var code = code();

    assertRefused(
        ErrorCode.REQUEST_INVALID,
        "cannot be used",
        () -> world.registry.register(new RunnerRegistration(code.code(), "<b>'; drop")));
  }

  @Test
  void anotherProtocolIsRefusedWithBothNumbersAndWhatToDo() {
    var runner = world.runner("r1");
    RunnerHello good = runner.helloOf(1, 1, List.of(), Instant.now());
    var old =
        new RunnerHello(
            0,
            good.version(),
            good.instance(),
            good.machineId(),
            good.machine(),
            1,
            1,
            0,
            List.of(),
            good.clock());

    assertRefused(
        ErrorCode.PROTOCOL_MISMATCH,
        "speaks protocol 0, the platform speaks 1: install the version of Assay on the runner",
        () -> world.registry.welcome(runner.key(), old));
  }

  @Test
  void aClockThatIsOffIsAFindingAndNothingElse() {
    var runner = world.runner("r1");
    world.registry.welcome(
        runner.key(), runner.helloOf(4, 1L << 30, List.of(), Instant.now().minusSeconds(3600)));
    world.enqueue();

    assertThat(runner.view().findings())
        .singleElement()
        .asString()
        .contains("behind the platform's");
    assertThat(runner.claim()).isPresent();
  }

  @Test
  void theMachineIsDescribedAnewAtEachHello() {
    var runner = world.runner("r1");

    runner.hello(16, 64L << 30, List.of("sha256:1"));

    var described = Objects.requireNonNull(runner.view().description());
    assertThat(described.cores()).isEqualTo(16);
    assertThat(described.images()).containsExactly("sha256:1");
  }

  @Test
  void aSecondMachineWithTheSameKeyIsRefusedWhileTheFirstIsHeard() {
    var first = world.runner("r1");
    var second = first.as("r1-2", "elsewhere");

    assertRefused(
        ErrorCode.CONFLICT, "at work as another process on machine machine-r1", second::hello);

    world.execute("update runner set last_seen_at = now() - interval '61 seconds'");
    second.hello();
    assertRefused(ErrorCode.CONFLICT, "has to stop", first::claim);
    assertRefused(ErrorCode.CONFLICT, "has to stop", first::hello);
  }

  @Test
  void aNewProcessOnTheSameMachineTakesOverAndTheOldLeaseIsLostWhenItClaims() {
    var first = world.runner("r1");
    world.enqueue();
    var lease = first.claim().orElseThrow();
    first.heartbeat(lease);
    var second = first.as("r1-2", first.machine());

    second.hello();

    assertThat(world.state(lease.jobId())).isEqualTo(JobState.RUNNING);
    assertRefused(ErrorCode.CONFLICT, "has to stop", () -> first.heartbeat(lease));
    assertRefused(ErrorCode.CONFLICT, "has to stop", first::claim);
    assertThat(world.state(lease.jobId())).isEqualTo(JobState.RUNNING);
    assertThat(second.claim()).map(claimed -> claimed.attempt()).contains(2);
    assertRefused(ErrorCode.CONFLICT, "has to stop", () -> first.surrender(lease, "x"));
    assertThat(first.close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.LATE);
  }

  @Test
  void aRunThatWasClosedBeforeItsProcessWasKilledEndsItsJob() {
    var first = world.runner("r1");
    world.enqueue();
    var lease = first.claim().orElseThrow();
    first.heartbeat(lease);
    var second = first.as("r1-2", first.machine());
    second.hello();

    assertThat(second.close(lease, RunState.FINISHED)).isEqualTo(LeaseStanding.HELD);
    assertThat(world.state(lease.jobId())).isEqualTo(JobState.FINISHED);
    assertThat(second.claim()).isEmpty();
  }

  @Test
  void helloOfTheSameProcessKeepsItsLease() {
    var runner = world.runner("r1");
    world.enqueue();
    var lease = runner.claim().orElseThrow();

    runner.hello();

    assertThat(runner.heartbeat(lease).cancel()).isFalse();
  }

  @Test
  void threeFaultsInARowSetARunnerAside() {
    var runner = world.runner("r1");
    for (int i = 0; i < 3; i++) {
      world.enqueue();
      runner.surrender(runner.claim().orElseThrow(), "the disk is full");
    }

    assertThat(runner.view().state()).isEqualTo("set-aside");
    assertThat(runner.view().stateReason()).contains("3 attempts in a row", "the disk is full");
    assertThat(runner.claim()).isEmpty();
    assertThat(runner.hello().state()).isEqualTo("set-aside");

    world.registry.activate(world.operator, runner.id());
    assertThat(runner.view().faultsInRow()).isZero();
    assertThat(runner.claim()).isPresent();
  }

  @Test
  void aFinishedJobForgetsTheFaultsBefore() {
    var runner = world.runner("r1");
    world.enqueue();
    world.enqueue();
    for (int i = 0; i < 2; i++) {
      runner.surrender(runner.claim().orElseThrow(), "x");
    }

    runner.close(runner.claim().orElseThrow(), RunState.BUILD_FAILED);

    assertThat(runner.view().faultsInRow()).isZero();
  }

  @Test
  void anOperatorSetsAsideActivatesAndRetires() {
    var runner = world.runner("r1");
    world.enqueue();
    world.registry.setAside(world.operator, runner.id(), "new fans");
    assertThat(runner.claim()).isEmpty();
    assertThat(runner.view().stateReason()).isEqualTo("new fans");
    world.registry.activate(world.operator, runner.id());
    var lease = runner.claim().orElseThrow();

    world.registry.retire(world.operator, runner.id(), "sold");

    assertThat(world.state(lease.jobId())).isEqualTo(JobState.QUEUED);
    assertRefused(ErrorCode.NOT_ALLOWED, "was retired", runner::hello);
    assertRefused(
        ErrorCode.CONFLICT,
        "which is final",
        () -> world.registry.activate(world.operator, runner.id()));
    assertThat(world.audited)
        .contains(
            world.operator.accountKey() + " runner.set-aside " + runner.id() + " new fans",
            world.operator.accountKey() + " runner.retired " + runner.id() + " sold");
  }

  @Test
  void saysWhatARunnerIsDoing() {
    var runner = world.runner("r1");
    assertThat(runner.view().activity()).isEqualTo("idle");

    world.enqueue();
    assertThat(world.queue.claim(runner.key(), new Claim(runner.instance(), 0, "load is 7")))
        .isEmpty();
    assertThat(runner.view().activity()).isEqualTo("unfit");
    assertThat(runner.view().activityDetail()).isEqualTo("load is 7");

    var lease = runner.claim().orElseThrow();
    assertThat(runner.view().activity()).isEqualTo("at-work");
    assertThat(runner.view().job()).isEqualTo(lease.jobId());
    assertThat(world.registry.load(world.author, runner.id()).job()).isNull();

    world.execute("update runner set last_seen_at = now() - interval '2 minutes'");
    assertThat(runner.view().activity()).isEqualTo("away");
  }
}
