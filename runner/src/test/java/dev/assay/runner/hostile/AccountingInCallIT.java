package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.ProcessResult;
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

/// What a solution is charged for CPU time and memory that it uses in odd places, at case 1 of 3.
class AccountingInCallIT {
  private static final long MIB = 1 << 20;
  private static final int TRIES = 6;

  private static final String LIMITS =
      """
      [limits]
      init      = "10s"
      case      = "60s"
      memory    = "512MiB"
      processes = 24
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;
  private static MeasuredRun onTwoCores;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> names =
        Stream.of(
                Stream.of("sound"),
                burners(),
                Stream.of("holds-in-children", "holds-in-children-shortly"),
                Stream.of("holds-in-threads", "holds-in-shared-memory"),
                spinners())
            .flatMap(part -> part)
            .toList();
    measured = HostileFixture.measure(machine, folder.resolve("one-core"), names, LIMITS);
    onTwoCores =
        HostileFixture.measure(
            machine, folder.resolve("two-cores"), spinners().toList(), LIMITS + "cpus = 2\n");
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<String> burners() {
    return Stream.of(
        "burns-unwaited",
        "burns-after-double-fork",
        "burns-with-sigchld-ignored",
        "burns-in-a-daemon",
        "burns-in-a-killed-child");
  }

  private static Stream<String> spinners() {
    return IntStream.rangeClosed(1, TRIES).mapToObj(k -> "burns-in-two-threads." + k);
  }

  @ParameterizedTest
  @MethodSource("burners")
  void chargesCpuTimeWhoeverUsesIt(String mode) {
    CaseResult one = measured.point(mode).cases().get(1);

    assertThat(measured.statuses(mode)).isEqualTo("ok ok ok");
    assertThat(one.cpuNanos()).isCloseTo(1_000_000_000L, withinPercentage(2));
    assertThat(process(mode).cost().cpuNanos()).isCloseTo(1_000_000_000L, withinPercentage(4));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holds-in-children",
        "holds-in-children-shortly",
        "holds-in-threads",
        "holds-in-shared-memory"
      })
  void countsMemoryOfTheWholeTreeOnce(String mode) {
    assertThat(measured.statuses(mode)).isEqualTo("ok ok ok");
    assertThat(process(mode).cost().peakMemoryBytes()).isCloseTo(320 * MIB, withinPercentage(2));
    assertThat(process(mode).evidence().oomKills()).isZero();
  }

  @Test
  void countsNothingOfTheRunner() {
    assertThat(process("sound").cost().peakMemoryBytes()).isBetween(MIB / 4, 3 * MIB);
  }

  /// Other work on these cores counts as theirs too, and the best of some tries counts.
  @Test
  void countsBothThreadsOfAJobWithTwoCores() {
    assertThat(spinners().mapToDouble(name -> busyCores(onTwoCores, name)).max().orElseThrow())
        .isGreaterThan(1.9);
    assertThat(spinners().mapToDouble(name -> usedCores(onTwoCores, name)).max().orElseThrow())
        .isLessThan(2.02);
  }

  @Test
  void givesAJobWithOneCoreNoMore() {
    assertThat(spinners().mapToDouble(name -> busyCores(measured, name)).max().orElseThrow())
        .isGreaterThan(0.95);
    assertThat(spinners().mapToDouble(name -> usedCores(measured, name)).max().orElseThrow())
        .isLessThan(1.02);
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static double usedCores(MeasuredRun run, String name) {
    CaseResult one = run.point(name).cases().get(1);
    return share(one, Objects.requireNonNull(one.cpuNanos()));
  }

  private static double busyCores(MeasuredRun run, String name) {
    CaseResult one = run.point(name).cases().get(1);
    CaseNoise noise = one.noise();
    Long others = noise == null ? null : noise.otherCpuNanos();
    return share(one, Objects.requireNonNull(one.cpuNanos()) + (others == null ? 0 : others));
  }

  private static double share(CaseResult one, long nanos) {
    return (double) nanos / Objects.requireNonNull(one.bracketNanos());
  }

  private static ProcessResult process(String mode) {
    return Objects.requireNonNull(measured.point(mode).process());
  }
}
