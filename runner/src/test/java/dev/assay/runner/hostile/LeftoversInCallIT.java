package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.core.run.Ending;
import dev.assay.core.run.LogFile;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Solutions that play with their streams, or leave processes behind, at case 1 of 3.
class LeftoversInCallIT {
  private static final String LIMITS =
      """
      [limits]
      init      = "10s"
      case      = "20s"
      memory    = "64MiB"
      processes = 24
      log       = "16KiB"
      """;

  /// In this order: what is left behind would disturb what comes next.
  private static final List<String> MODES =
      List.of(
          "looks-around.1",
          "leaves-spinners.1",
          "looks-around.2",
          "truncates-its-output",
          "closes-its-output",
          "grandchild-holds-the-pipe",
          "grandchild-prints-on",
          "looks-around.3",
          "leaves-spinners.2",
          "looks-around.4");

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    measured = HostileFixture.measure(machine, folder.resolve("leftovers"), MODES, LIMITS);
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  @Test
  void endsWithTheFirstProcess() {
    for (String mode : MODES) {
      assertThat(measured.statuses(mode)).as(mode).isEqualTo("ok ok ok");
      assertThat(process(mode).ending()).as(mode).isEqualTo(new Ending.Exited(0));
      assertThat(process(mode).evidence().killedBy()).as(mode).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "leaves-spinners.1, 3",
    "leaves-spinners.2, 3",
    "grandchild-holds-the-pipe, 1",
    "grandchild-prints-on, 1",
    "closes-its-output, 0"
  })
  void countsWhatWasLeftBehind(String mode, int processes) {
    assertThat(process(mode).evidence().leftBehind()).isEqualTo(processes);
  }

  /// The mode looks for other processes itself and exits with 9 when it sees one.
  @ParameterizedTest
  @ValueSource(strings = {"looks-around.1", "looks-around.2", "looks-around.3", "looks-around.4"})
  void startsTheNextProcessAlone(String mode) {
    assertThat(measured.statuses(mode)).isEqualTo("ok ok ok");
    assertThat(measured.point(mode).cases().get(1).cpuNanos())
        .isCloseTo(200_000_000L, withinPercentage(3));
    assertThat(process(mode).cost().cpuNanos()).isCloseTo(200_000_000L, withinPercentage(10));
  }

  @Test
  void keepsWhatWasPrintedBeforeATruncation() throws IOException {
    assertThat(log("truncates-its-output")).isEqualTo("the first line\nthe last line\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"closes-its-output", "grandchild-holds-the-pipe"})
  void keepsWhatWasPrintedBeforeTheEnd(String mode) throws IOException {
    assertThat(log(mode)).isEqualTo("the last line\n");
  }

  @Test
  void keepsHeadAndTailWhenAGrandchildPrintsOn() throws IOException {
    assertThat(log("grandchild-prints-on"))
        .startsWith("the last line of the first\n")
        .endsWith("noise\n");
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static String log(String mode) throws IOException {
    LogFile log = Objects.requireNonNull(process(mode).stderr());
    return Files.readString(measured.folder().path().resolve(log.file()));
  }

  private static ProcessResult process(String mode) {
    return Objects.requireNonNull(measured.point(mode).process());
  }
}
