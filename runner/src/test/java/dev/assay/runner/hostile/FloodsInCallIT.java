package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.HostileFixture;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Solutions that take without end at case 1 of 3: each is stopped at a limit, its record says at
/// which, and the machine is as it was.
class FloodsInCallIT {
  private static final long MIB = 1 << 20;

  private static final String LITTLE_MEMORY = limits("64MiB", "60s");
  private static final String LITTLE_TIME = limits("64MiB", "1s");
  private static final String MUCH_MEMORY = limits("1GiB", "60s");

  private static final String FLOODS =
      """
      starts-10000-threads         | ok ok ok        |
      prints-a-gibibyte-line       | ok ok ok        |
      fills-the-output             | ok crashed lost | output-limit: wrote .*, the limit is 24 MiB
      fills-the-output-with-files  | ok crashed lost | output-limit: wrote .*, the limit is 24 MiB
      fills-its-folder             | ok ok ok        |
      fills-its-folder-with-files  | ok ok ok        |
      fills-tmp                    | ok oom lost     | oom-kill: .*the limit is 64 MiB
      fills-tmp-with-files         | ok oom lost     | oom-kill: .*the limit is 64 MiB
      fills-shm                    | ok oom lost     | oom-kill: .*the limit is 64 MiB
      """;

  private static final List<String> ENDLESS = List.of("forks-without-end", "prints-without-end");

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;
  private static MeasuredRun withMuchMemory;
  private static MeasuredRun withLittleTime;

  private static String limits(String memory, String time) {
    return """
    [limits]
    init      = "10s"
    case      = "%s"
    cpu       = "60s"
    memory    = "%s"
    processes = 64
    output    = "24MiB"
    log       = "16KiB"
    """
        .formatted(time, memory);
  }

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> modes = floods().map(flood -> String.valueOf(flood.get()[0])).toList();
    measured = HostileFixture.measure(machine, folder.resolve("little"), modes, LITTLE_MEMORY);
    withLittleTime = HostileFixture.measure(machine, folder.resolve("time"), ENDLESS, LITTLE_TIME);
    withMuchMemory =
        HostileFixture.measure(
            machine,
            folder.resolve("much"),
            List.of(
                "fills-the-output-with-empty-files",
                "fills-tmp",
                "fills-tmp-with-files",
                "fills-tmp-with-empty-files",
                "fills-shm"),
            MUCH_MEMORY);
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<Arguments> floods() {
    return FLOODS
        .lines()
        .map(line -> Stream.of(line.split("\\|", 3)).map(String::strip).toArray())
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("floods")
  void stopsAtALimitAndSaysWhich(String mode, String statuses, String cause) {
    assertThat(measured.statuses(mode)).isEqualTo(statuses);
    assertThat(measured.cause(mode)).containsPattern("^" + cause);
    assertThat(measured.point(mode).platformError()).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("floods")
  void isNeverChargedMoreThanItsMemory(String mode, String statuses, String cause) {
    ProcessResult process = process(measured, mode);

    assertThat(process.evidence().chargedPeakBytes()).isLessThanOrEqualTo(64 * MIB);
    assertThat(Objects.requireNonNull(process.evidence().oomKills()) > 0)
        .isEqualTo(statuses.contains("oom"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fills-the-output", "fills-the-output-with-files"})
  void killsForTheBytesOfItsOutput(String mode) {
    // At most its whole disk, which has room for small files that take a block each.
    assertThat(passedOutput(process(measured, mode)).reached()).isBetween(24 * MIB, 128 * MIB);
  }

  /// With little memory it would not get so far: what the kernel keeps of each file is charged too.
  @Test
  void killsForTheNumberOfFilesInItsOutput() {
    String mode = "fills-the-output-with-empty-files";

    assertThat(withMuchMemory.statuses(mode)).isEqualTo("ok crashed lost");
    assertThat(withMuchMemory.cause(mode))
        .isEqualTo(
            "output-limit: wrote more files than its file system has room for; the limit is 24 MiB in all");
    assertThat(passedOutput(process(withMuchMemory, mode)).reached()).isEqualTo(24 * MIB);
  }

  private static Ending.Killed passedOutput(ProcessResult process) {
    assertThat(process.ending()).isInstanceOf(Ending.Killed.class);
    Ending.Killed killed = (Ending.Killed) process.ending();
    assertThat(killed.limit()).isEqualTo(Limit.OUTPUT);
    assertThat(killed.limitValue()).isEqualTo(24 * MIB);
    assertThat(process.evidence().killedBy()).isEqualTo("runner");
    return killed;
  }

  @Test
  void stopsWhatGoesOnWithoutEndAtTheCaseLimit() {
    for (String mode : ENDLESS) {
      assertThat(withLittleTime.statuses(mode)).isEqualTo("ok timeout lost");
      assertThat(withLittleTime.cause(mode)).startsWith("case-limit: ended after ");
      assertThat(process(withLittleTime, mode).evidence().killedBy()).isEqualTo("runner");
    }
  }

  @Test
  void grantsNoMoreProcessesThanTheLimitAndSaysSo() {
    for (PointResult point :
        List.of(
            withLittleTime.point("forks-without-end"), measured.point("starts-10000-threads"))) {
      ProcessResult process = Objects.requireNonNull(point.process());

      assertThat(process.cost().peakProcesses()).isEqualTo(64);
      assertThat(process.evidence().refusedForks()).isPositive();
      assertThat(point.remarks())
          .singleElement()
          .asString()
          .matches("could not start \\d+ processes or threads: the limit is 64 at a time");
    }
    assertThat(process(measured, "starts-10000-threads").evidence().refusedForks()).isEqualTo(1);
  }

  @Test
  void tellsTheProgramWhatItWasRefused() throws IOException {
    assertThat(log(measured, "starts-10000-threads"))
        .containsPattern("refused after 6\\d threads: Resource temporarily unavailable");
    assertThat(log(measured, "fills-its-folder"))
        .contains("refused in . after 0 MiB: Read-only file system");
    assertThat(log(measured, "fills-its-folder-with-files"))
        .contains("refused in . after 0 files: Read-only file system");
  }

  @ParameterizedTest
  @CsvSource({
    "fills-tmp, 256 MiB",
    "fills-tmp-with-files, 65536 files",
    "fills-tmp-with-empty-files, 26\\d+ files",
    "fills-shm, 256 MiB"
  })
  void boundsScratchEvenWhenMemoryIsLeft(String mode, String room) throws IOException {
    assertThat(withMuchMemory.statuses(mode)).isEqualTo("ok ok ok");
    assertThat(log(withMuchMemory, mode))
        .containsPattern("refused in /.* after %s: No space left on device".formatted(room));
    assertThat(process(withMuchMemory, mode).cost().peakMemoryBytes())
        .isBetween(128 * MIB, 1024 * MIB);
  }

  @Test
  void keepsHeadAndTailOfWhatIsPrintedWithoutEnd() throws IOException {
    LogFile log = Objects.requireNonNull(process(withLittleTime, "prints-without-end").stderr());

    assertThat(log.bytes()).isGreaterThan(MIB);
    assertThat(log.cut()).isTrue();
    assertThat(log.keptBytes()).isEqualTo(16 << 10);
    assertThat(log(withLittleTime, "prints-without-end"))
        .startsWith("the head\nline 0\nline 1\n")
        .containsPattern("\\[\\.\\.\\. \\d+ bytes left out \\.\\.\\.\\]")
        .containsPattern("line \\d{5,}\nline \\d{5,}\n")
        .hasSizeLessThan(17 << 10);
  }

  @Test
  void keepsHeadAndTailOfALineOfAGibibyte() throws IOException {
    LogFile log = Objects.requireNonNull(process(measured, "prints-a-gibibyte-line").stderr());

    assertThat(log.bytes()).isEqualTo((1L << 30) + "the head  the tail\n".length());
    assertThat(log.cut()).isTrue();
    assertThat(log(measured, "prints-a-gibibyte-line"))
        .startsWith("the head xxx")
        .endsWith("xxx the tail\n")
        .hasSizeLessThan(17 << 10);
  }

  @Test
  void leavesTheMachineAsItWas() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
    assertThat(bytesOnDisk(machine.runs())).isLessThan(4 * MIB);
    assertThat(bytesOnDisk(machine.home().resolve("work"))).isZero();
  }

  private static long bytesOnDisk(Path where) throws IOException {
    try (Stream<Path> files = Files.walk(where)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static String log(MeasuredRun run, String mode) throws IOException {
    LogFile log = Objects.requireNonNull(process(run, mode).stderr());
    return Files.readString(run.folder().path().resolve(log.file()));
  }

  private static ProcessResult process(MeasuredRun run, String mode) {
    return Objects.requireNonNull(run.point(mode).process());
  }
}
