package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.core.run.Ending;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.Measurement;
import dev.assay.runner.testkit.HostileCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command is charged for CPU time and memory that it uses in odd places.
class AccountingInExecIT {
  private static final long MIB = 1 << 20;
  private static final int TRIES = 6;

  private static final ExecLimits LIMITS =
      ExecLimits.ofMemory(DataSize.ofMebibytes(512))
          .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(60));

  @TempDir private static Path folder;
  private static HostileCommand hostile;

  @BeforeAll
  static void open() throws IOException {
    hostile = HostileCommand.open(folder);
  }

  @AfterAll
  static void close() {
    if (hostile != null) {
      hostile.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "burns-unwaited",
        "burns-after-double-fork",
        "burns-with-sigchld-ignored",
        "burns-in-a-daemon",
        "burns-in-a-killed-child"
      })
  void chargesCpuTimeWhoeverUsesIt(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(process.cost().cpuNanos()).isCloseTo(1_000_000_000L, withinPercentage(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holds-in-children",
        "holds-in-children-shortly",
        "holds-in-threads",
        "holds-in-shared-memory"
      })
  void countsMemoryOfTheWholeTreeOnce(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(process.cost().peakMemoryBytes()).isCloseTo(320 * MIB, withinPercentage(2));
  }

  @Test
  void countsNothingOfTheJvmThatStartsIt() throws IOException {
    byte[] heap = new byte[256 << 20];

    ProcessResult process = hostile.measure("sound", LIMITS).process();

    assertThat(process.cost().peakMemoryBytes()).isBetween(MIB / 8, 2 * MIB);
    assertThat(heap).hasSizeGreaterThan(128 << 20);
  }

  /// Other work on these cores counts as theirs too, and the best of some tries counts.
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void usesAsManyCoresAsItIsGiven(int cores) throws IOException {
    List<Measurement> measured =
        hostile
            .execute(
                hostile
                    .request("burns-in-two-threads", LIMITS.withCpus(cores))
                    .withRepetitions(0, TRIES))
            .measurements();

    assertThat(measured.stream().mapToDouble(AccountingInExecIT::busyCores).max().orElseThrow())
        .isGreaterThan(0.95 * cores);
    assertThat(measured.stream().mapToDouble(AccountingInExecIT::usedCores).max().orElseThrow())
        .isLessThan(1.02 * cores);
  }

  private static double usedCores(Measurement one) {
    return (double) cpuNanos(one) / one.process().cost().wallNanos();
  }

  private static double busyCores(Measurement one) {
    Long others = Objects.requireNonNull(one.noise()).otherCpuNanos();
    return (double) (cpuNanos(one) + Objects.requireNonNull(others))
        / one.process().cost().wallNanos();
  }

  private static long cpuNanos(Measurement one) {
    return Objects.requireNonNull(one.process().cost().cpuNanos());
  }
}
