package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.runner.job.RunReader;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.HostileFixture;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What ended a solution at case 1 of 3, and the evidence that it was decided from.
class CausesInCallIT {
  private static final long MIB = 1 << 20;

  private static final String LIMITS =
      """
      [limits]
      init      = "10s"
      case      = "10s"
      memory    = "100MiB"
      processes = 24
      output    = "300MiB"
      log       = "16KiB"
      """;

  /// The mode, the statuses of its cases, a pattern of the first cause, and the raw exit code or
  /// signal of the first process.
  private static final String ENDINGS =
      """
      sound                      | ok ok ok        |                                     | exit 0
      grabs-memory               | ok oom lost     | oom-kill: .*the limit is 100 MiB    | signal 9
      child-grabs-memory         | ok oom lost     | oom-kill: .*the limit is 100 MiB    | signal 9
      writes-200-mib             | ok ok ok        |                                     | exit 0
      reads-200-mib              | ok ok ok        |                                     | exit 0
      exits-137                  | ok crashed lost | exit: exited with code 137          | exit 137
      exits-3                    | ok crashed lost | exit: exited with code 3            | exit 3
      kills-itself               | ok crashed lost | signal: died of .*SIGKILL           | signal 9
      segfaults                  | ok crashed lost | signal: died of .*SIGSEGV           | signal 11
      aborts                     | ok crashed lost | signal: died of .*SIGABRT           | signal 6
      throws                     | ok crashed ok   | failed: the solution failed: .* int | exit 0
      thread-crashes             | ok crashed lost | signal: died of .*SIGSEGV           | signal 11
      thread-crashes-alone       | ok ok ok        |                                     | exit 0
      thread-crashes-and-exits-0 | ok crashed lost | exit: exited with code 0            | exit 0
      child-crashes              | ok ok ok        |                                     | exit 0
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> modes = endings().map(ending -> String.valueOf(ending.get()[0])).toList();
    measured = HostileFixture.measure(machine, folder.resolve("causes"), modes, LIMITS);
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<Arguments> endings() {
    return ENDINGS
        .lines()
        .map(line -> Stream.of(line.split(" \\| ", 4)).map(String::strip).toArray())
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endings")
  void chargesTheCaseThatWasDue(String mode, String statuses, String cause, String raw) {
    assertThat(measured.statuses(mode)).isEqualTo(statuses);
    assertThat(measured.cause(mode)).containsPattern("^" + cause);
    assertThat(measured.point(mode).platformError()).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endings")
  void storesTheEvidenceThatTheStatusFollowsFrom(
      String mode, String statuses, String cause, String raw) {
    Evidence evidence = process(mode).evidence();
    boolean outOfMemory = statuses.contains("oom");

    assertThat(Objects.requireNonNull(evidence.oomKills()) > 0).isEqualTo(outOfMemory);
    assertThat(evidence.memoryLimitBytes()).isEqualTo(100 * MIB);
    assertThat(evidence.killedBy()).isEqualTo(outOfMemory ? "kernel" : null);
    // Of a tree whose child the kernel killed, the first process may have left by itself.
    if (!mode.equals("child-grabs-memory")) {
      assertThat(
              evidence.exitCode() == null
                  ? "signal " + evidence.signal()
                  : "exit " + evidence.exitCode())
          .isEqualTo(raw);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"grabs-memory", "child-grabs-memory"})
  void blamesMemoryByTheCounterOfKills(String mode) {
    ProcessResult process = process(mode);

    assertThat(process.ending())
        .isInstanceOfSatisfying(
            Ending.Killed.class,
            killed -> {
              assertThat(killed.limit()).isEqualTo(Limit.MEMORY);
              assertThat(killed.limitValue()).isEqualTo(100 * MIB);
              assertThat(killed.reached())
                  .isEqualTo(process.evidence().chargedPeakBytes())
                  .isBetween(99 * MIB, 100 * MIB);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"writes-200-mib", "reads-200-mib"})
  void neverTakesPageCacheAtTheLimitForWantOfMemory(String mode) {
    ProcessResult process = process(mode);

    assertThat(process.evidence().chargedPeakBytes()).isBetween(98 * MIB, 100 * MIB);
    assertThat(process.cost().peakMemoryBytes()).isLessThan(20 * MIB);
    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void readsBackWhatItWrote() {
    assertThat(RunReader.read(measured.folder())).isEqualTo(measured.run());
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static ProcessResult process(String mode) {
    return Objects.requireNonNull(measured.point(mode).process());
  }
}
