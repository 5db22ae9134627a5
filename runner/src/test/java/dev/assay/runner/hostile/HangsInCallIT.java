package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Status;
import dev.assay.runner.job.RunReader;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.HostileFixture;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Solutions that do not end by themselves at case 1 of 3, each three times: how late the kill came
/// is read from what was recorded, and the machine may be busy with other things at one of them.
class HangsInCallIT {
  private static final int TRIES = 3;
  private static final long LIMIT_NANOS = 500_000_000;

  private static final String LIMITS =
      """
      [limits]
      init      = "10s"
      case      = "500ms"
      cpu       = "10s"
      memory    = "100MiB"
      processes = 24
      """;

  private static final String CPU_LIMITS =
      """
      [limits]
      init      = "10s"
      case      = "60s"
      cpu       = "500ms"
      memory    = "100MiB"
      processes = 24
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;
  private static MeasuredRun ofCpu;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> names = modes().flatMap(HangsInCallIT::tries).toList();
    measured = HostileFixture.measure(machine, folder.resolve("hangs"), names, LIMITS);
    ofCpu =
        HostileFixture.measure(machine, folder.resolve("cpu"), tries("spins").toList(), CPU_LIMITS);
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<String> modes() {
    return Stream.of(
        "spins",
        "sleeps",
        "stops-itself",
        "stops-with-children",
        "blocks-in-a-pipe",
        "answers-and-spins");
  }

  private static Stream<String> tries(String mode) {
    return IntStream.rangeClosed(1, TRIES).mapToObj(k -> mode + "." + k);
  }

  @ParameterizedTest
  @MethodSource("modes")
  void endsAtItsLimitOfWallTime(String mode) {
    for (String name : tries(mode).toList()) {
      assertThat(measured.statuses(name)).isEqualTo("ok timeout lost");
      assertThat(measured.cause(name))
          .containsPattern("^case-limit: ended after .*, the limit is 500 ms of wall time");
      Ending.Killed killed = (Ending.Killed) process(measured, name).ending();
      assertThat(killed.limit()).isEqualTo(Limit.WALL);
      assertThat(killed.limitValue()).isEqualTo(LIMIT_NANOS);
      assertThat(killed.reached()).isGreaterThanOrEqualTo(LIMIT_NANOS);
      assertThat(process(measured, name).evidence().killedBy()).isEqualTo("runner");
      assertThat(process(measured, name).evidence().signal()).isEqualTo(9);
      assertThat(process(measured, name).evidence().oomKills()).isZero();
    }
    assertThat(leastOvershootNanos(measured, mode)).isLessThanOrEqualTo(100_000_000);
  }

  @Test
  void endsAtItsLimitOfCpuTime() {
    for (String name : tries("spins").toList()) {
      assertThat(ofCpu.statuses(name)).isEqualTo("ok timeout lost");
      assertThat(ofCpu.cause(name))
          .containsPattern("^cpu-limit: ended after .* of CPU time, the limit is 500 ms");
      Ending.Killed killed = (Ending.Killed) process(ofCpu, name).ending();
      assertThat(killed.limit()).isEqualTo(Limit.CPU);
      assertThat(killed.limitValue()).isEqualTo(LIMIT_NANOS);
      assertThat(process(ofCpu, name).evidence().killedBy()).isEqualTo("runner");
    }
    assertThat(leastOvershootNanos(ofCpu, "spins")).isBetween(0L, 100_000_000L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void keepsTheAnswerThatCameBeforeTheTimeout(int number) {
    CaseResult late = measured.point("answers-and-spins." + number).cases().get(1);
    CaseResult silent = measured.point("spins." + number).cases().get(1);

    assertThat(late.status()).isEqualTo(Status.TIMEOUT);
    assertThat(late.outputHashes()).containsOnlyKeys("y");
    assertThat(late.seconds()).isNull();
    assertThat(silent.outputHashes()).isEmpty();
  }

  @Test
  void readsBackWhatItWrote() {
    assertThat(RunReader.read(measured.folder())).isEqualTo(measured.run());
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static long leastOvershootNanos(MeasuredRun run, String mode) {
    return tries(mode)
        .map(name -> (Ending.Killed) process(run, name).ending())
        .mapToLong(killed -> killed.reached() - killed.limitValue())
        .min()
        .orElseThrow();
  }

  private static ProcessResult process(MeasuredRun run, String name) {
    return Objects.requireNonNull(run.point(name).process());
  }
}
