package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.ExecRequest;
import dev.assay.runner.exec.ExecStreams;
import dev.assay.runner.testkit.HostileCommand;
import java.io.IOException;
import java.nio.file.Files;
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

/// Commands that take without end: each is stopped at a limit, its record says at which, and the
/// machine is as it was.
class FloodsInExecIT {
  private static final long MIB = 1 << 20;
  private static final long LONG_LINE =
      (1L << 30) + "the head  the tail\nthe answer is 42\n".length();

  private static final ExecLimits LIMITS =
      ExecLimits.ofMemory(DataSize.ofMebibytes(64))
          .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(60))
          .withProcesses(64)
          .withOutput(DataSize.ofMebibytes(24));

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
  @ValueSource(strings = {"fills-the-output", "fills-the-output-with-files"})
  void endsWhatFillsAFreshFolder(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    // At most its whole disk, which has room for small files that take a block each.
    assertThat(passedOutput(process).reached()).isBetween(24 * MIB, 128 * MIB);
    assertMachineIsFine(process);
  }

  @ParameterizedTest
  @ValueSource(strings = {"prints-without-end", "prints-a-gibibyte-line"})
  void endsWhatPrintsMoreThanTheLimitIntoAFile(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(passedOutput(process).reached()).isBetween(24 * MIB, 26 * MIB);
    assertThat(Files.size(hostile.output())).isBetween(24 * MIB, 26 * MIB);
    assertThat(hostile.output()).content().startsWith("the head");
    assertMachineIsFine(process);
  }

  @Test
  void readsALongLineToItsEndWhereNothingIsKept() throws IOException {
    ProcessResult process =
        hostile
            .execute(
                hostile
                    .request("prints-a-gibibyte-line", LIMITS)
                    .withStreams(new ExecStreams(null, new ExecStreams.Output.Pipe(), null)))
            .measurements()
            .getFirst()
            .process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertMachineIsFine(process);
  }

  @Test
  void keepsHeadAndTailOfALongLineOnStandardError() throws IOException {
    ExecRequest request = hostile.request("sound", LIMITS);
    String line = String.join(" ", hostile.line("prints-a-gibibyte-line"));

    ProcessResult process =
        hostile
            .execute(
                new ExecRequest(
                    List.of(List.of("/bin/sh", "-c", "exec %s >&2".formatted(line))),
                    0,
                    1,
                    LIMITS,
                    request.place(),
                    request.streams()))
            .measurements()
            .getFirst()
            .process();

    LogFile log = Objects.requireNonNull(process.stderr());
    assertThat(log.bytes()).isEqualTo(LONG_LINE);
    assertThat(log.keptBytes()).isEqualTo(MIB);
    assertThat(log.cut()).isTrue();
    assertThat(hostile.errors())
        .content()
        .startsWith("the head xxx")
        .containsPattern("\\[\\.\\.\\. \\d+ bytes left out \\.\\.\\.\\]")
        .endsWith("xxx the tail\nthe answer is 42\n");
    assertMachineIsFine(process);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fills-tmp", "fills-tmp-with-files", "fills-shm"})
  void countsScratchAsMemory(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.evidence().oomKills()).isPositive();
    assertThat(process.ending())
        .isInstanceOfSatisfying(
            Ending.Killed.class, killed -> assertThat(killed.limit()).isEqualTo(Limit.MEMORY));
    assertMachineIsFine(process);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fills-its-folder", "fills-its-folder-with-files"})
  void refusesWritesWhereNothingMayBeWritten(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(hostile.output()).content().contains("Read-only file system");
  }

  @Test
  void refusesThreadsBeyondTheLimitAndSaysSo() throws IOException {
    ProcessResult process = hostile.measure("starts-10000-threads", LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(hostile.output())
        .content()
        .containsPattern("refused after 6\\d threads: Resource temporarily unavailable");
    assertThat(process.cost().peakProcesses()).isEqualTo(64);
    assertThat(process.evidence().refusedForks()).isEqualTo(1);
  }

  @Test
  void endsAForkBombWithAllOfItsProcesses() throws IOException {
    ProcessResult process =
        hostile
            .measure(
                "forks-without-end",
                LIMITS.withTimes(Duration.ofSeconds(1), Duration.ofSeconds(60)))
            .process();

    assertThat(process.ending())
        .isInstanceOfSatisfying(
            Ending.Killed.class, killed -> assertThat(killed.limit()).isEqualTo(Limit.WALL));
    assertThat(process.cost().peakProcesses()).isEqualTo(64);
    assertThat(process.evidence().refusedForks()).isPositive();
    assertMachineIsFine(process);
  }

  private static Ending.Killed passedOutput(ProcessResult process) {
    assertThat(process.ending()).isInstanceOf(Ending.Killed.class);
    Ending.Killed killed = (Ending.Killed) process.ending();
    assertThat(killed.limit()).isEqualTo(Limit.OUTPUT);
    assertThat(killed.limitValue()).isEqualTo(24 * MIB);
    assertThat(process.evidence().killedBy()).isEqualTo("runner");
    return killed;
  }

  private static void assertMachineIsFine(ProcessResult process) throws IOException {
    assertThat(process.evidence().chargedPeakBytes()).isLessThanOrEqualTo(64 * MIB);
    assertThat(hostile.remains()).isEmpty();
  }
}
