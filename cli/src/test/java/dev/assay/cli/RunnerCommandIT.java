package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.runner.testkit.FakeJobs;
import dev.assay.runner.testkit.FakePlatform;
import dev.assay.runner.testkit.FaultyFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The runner as a process of its own, which is killed and interrupted on its way.
class RunnerCommandIT {
  private static final List<String> POINTS =
      IntStream.range(0, 8).mapToObj(i -> "slow." + i).toList();

  @TempDir private Path folder;
  private CommandFixture command;
  private FakePlatform platform;
  private Lease lease;
  private @Nullable Process process;

  @BeforeEach
  void open() throws IOException {
    command = CommandFixture.open(folder);
    platform = FakePlatform.start();
    Path bundle = FaultyFixture.bundle(folder, POINTS, FaultyFixture.SHORT_LIMITS);
    Path solution = FaultyFixture.solution(folder, POINTS);
    lease = FakeJobs.plan(platform, folder, solution, bundle, "job", null);
    platform.offer(lease);
  }

  @AfterEach
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    platform.close();
  }

  @ParameterizedTest(name = "after {0} messages")
  @ValueSource(ints = {0, 1, 2, 3, 9, 17})
  void sendsEveryMeasuredCaseOnceWhenItIsKilled(int messages) throws Exception {
    start("--code", "good", "--name", "killed");
    await(() -> messages == 0 ? !platform.heartbeats().isEmpty() : reported() >= messages);
    Process killed = Objects.requireNonNull(process);
    killed.destroyForcibly().waitFor();

    start("--exit-when-idle", "1s");

    assertThat(ended()).as(log()).isZero();
    assertThat(platform.conflicts()).isEmpty();
    assertThat(platform.messages(lease.runId()))
        .extracting(ReportMessage::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, reported()).boxed().toList());
    assertThat(reported()).isGreaterThanOrEqualTo(messages);
    // One that was killed before it wrote anything has nothing to give back: its next claim ends
    // the
    // lease.
    assertThat(platform.surrenders()).hasSizeBetween(messages == 0 ? 0 : 1, 1);
    assertThat(platform.surrenders())
        .allMatch(given -> given.reason().equals("the runner was killed"));
    assertThat(command.census()).isEmpty();
  }

  @Test
  void reportsWhatItMeasuredWhenItIsInterrupted() throws Exception {
    start("--code", "good", "--name", "stopped");
    await(() -> reported() >= 5);

    signal("TERM");

    assertThat(ended()).as(log()).isZero();
    var last = platform.messages(lease.runId()).getLast();
    assertThat(Objects.requireNonNull(last.closed()).stateReason())
        .isEqualTo("the runner was stopped");
    assertThat(command.census()).isEmpty();
  }

  @Test
  void endsAtOnceAtASecondSignal() throws Exception {
    start("--code", "good", "--name", "stopped");
    await(() -> reported() >= 2);
    platform.faults(call ->
        call.path().equals("report") ? FakePlatform.Fault.DROPPED : FakePlatform.Fault.NONE);

    signal("TERM");
    Thread.sleep(1000);
    signal("TERM");

    assertThat(ended()).isEqualTo(143);
  }

  @Test
  void refusesASecondProcessAndAStrangerAndAnUnregisteredStart() throws Exception {
    start("--code", "good", "--name", "first");
    await(() -> !platform.heartbeats().isEmpty());

    var second = command.assay("runner", "--platform", platform.address());

    assertThat(second.code()).isEqualTo(4);
    assertThat(second.err()).contains("Another runner for");
    var other = command.assay("runner", "--platform", "http://localhost:1");
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err()).contains("is no runner of http://localhost:1 yet");
  }

  private int reported() {
    return platform.messages(lease.runId()).size();
  }

  private void start(Object... more) throws IOException {
    Object[] arguments = new Object[3 + more.length];
    arguments[0] = "runner";
    arguments[1] = "--platform";
    arguments[2] = platform.address();
    System.arraycopy(more, 0, arguments, 3, more.length);
    process = command.start(folder.resolve("log"), arguments);
  }

  private void signal(String name) throws Exception {
    long pid = Objects.requireNonNull(process).pid();
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  private int ended() throws Exception {
    Process running = Objects.requireNonNull(process);
    assertThat(running.waitFor(90, TimeUnit.SECONDS)).as(log()).isTrue();
    return running.exitValue();
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  private void await(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(Objects.requireNonNull(process).isAlive() && System.nanoTime() < end)
          .as(log())
          .isTrue();
      Thread.sleep(20);
    }
  }
}
