package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Ending;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Window;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
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

/// One run of a solution that brings its own program and clock, and reports in another odd way at
/// each point. Its answers are right.
class OwnProgramIT {
  /// The point's name, the statuses of its cases, and patterns of the first cause and of a remark.
  private static final String REPORTS =
      """
      sound                  | ok ok ok          | |
      cut                    | crashed lost lost | init: in init: exited with code 0 | results.json could not be read
      huge                   | crashed lost lost | init: in init: exited with code 0 | has 17825792 bytes
      half-a-gigabyte        | crashed lost lost | init: in init: wrote 500 MiB, the limit is 24 MiB |
      a-fifo                 | crashed lost lost | init: in init: exited with code 0 | is no plain file
      a-link                 | crashed lost lost | init: in init: exited with code 0 | is a symbolic link
      a-folder               | crashed lost lost | init: in init: exited with code 0 | is a folder
      empty                  | crashed lost lost | init: in init: exited with code 0 | could not be read
      no-object              | crashed lost lost | init: in init: exited with code 0 | could not be read: it is no object
      deep                   | crashed lost lost | init: in init: exited with code 0 | could not be read
      not-a-number           | crashed lost lost | init: in init: exited with code 0 | could not be read
      missing                | crashed lost lost | init: in init: exited with code 0 | wrote no out/results.json
      nothing-at-all         | crashed lost lost | init: in init: exited with code 0 | wrote no out/results.json
      negative               | ok crashed ok     | impossible-time: the window of -1 |
      zero                   | ok crashed ok     | impossible-time: the window of 0 |
      too-long               | ok crashed ok     | impossible-time: the window of 3600.5 s does not fit |
      beyond-doubles         | ok crashed ok     | impossible-time: the row has no seconds | no finite number
      words                  | ok crashed ok     | impossible-time: the row has no seconds | no finite number
      out-of-order           | ok ok ok          | | of case 0, out of order
      doubled                | ok ok ok          | | a second one of case 1; the first counts
      no-answer              | ok wrong ok       | no-answer: out/000001/y.bin is missing |
      unknown-status         | ok crashed ok     | failed: the solution reported no status of ours | splendid
      reported-timeout       | ok crashed ok     | failed: the solution reported timeout: gave up |
      out-of-range           | ok ok ok          | | case 3, which does not exist
      a-row-too-few          | ok crashed ok     | exit: exited with code 0 |
      never-a-row            | timeout lost lost | init: in init: ended after 4 |
      stuck-after-a-row      | ok timeout lost   | case-limit: ended after 2 |
      stuck-after-all-rows   | ok ok ok          | | after its last row: ended after
      again-and-again        | ok timeout lost   | case-limit: ended after 2 |
      slowly                 | ok ok ok          | |
      in-place               | ok ok ok          | |
      dies-after-a-row       | ok crashed lost   | signal: died of .*SIGSEGV |
      takes-all-memory-after-a-row | ok oom lost | oom-kill: |
      exits-badly-at-the-end | ok ok ok          | | after its last row: exited with code 3
      burns-before-its-windows | ok ok ok        | |
      sound-to-the-end       | ok ok ok          | |
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> names = reports().map(report -> String.valueOf(report.get()[0])).toList();
    Path bundle = FaultyFixture.bundle(folder, names, FaultyFixture.SHORT_LIMITS);
    measured = new MeasuredRun(machine.measure(FaultyFixture.program(folder, names), bundle));
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<Arguments> reports() {
    return REPORTS
        .lines()
        .map(line -> Stream.of(line.split("\\|", 4)).map(String::strip).toArray())
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reports")
  void believesNoMoreOfAReportThanCanBeTrue(
      String point, String statuses, String cause, String remark) {
    assertThat(measured.statuses(point)).isEqualTo(statuses);
    assertThat(measured.cause(point)).containsPattern("^" + cause);
    if (!remark.isEmpty()) {
      assertThat(String.join("\n", measured.point(point).remarks())).containsPattern(remark);
    } else if (statuses.equals("ok ok ok")) {
      assertThat(measured.point(point).remarks()).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reports")
  void judgesThePointByItsCases(String point, String statuses, String cause, String remark) {
    assertThat(measured.point(point).platformError()).isNull();
    assertThat(measured.verdict(point).outcome())
        .isEqualTo(statuses.equals("ok ok ok") ? Verdict.Outcome.PASS : Verdict.Outcome.FAIL);
  }

  @Test
  void marksItsWindowsAsSelfReported() {
    assertThat(measured.run().window()).isEqualTo(Window.SELF_REPORTED);
    assertThat(measured.point("sound").cases())
        .allMatch(one -> one.bracketNanos() == null && one.seconds() != null);
    assertThat(measured.run().state()).isEqualTo(RunState.FINISHED);
  }

  @Test
  void suspectsCpuTimeThatItsWindowsDoNotExplain() {
    assertThat(measured.point("burns-before-its-windows").suspicions())
        .extracting(Suspicion::code)
        .containsExactly(Suspicion.Code.CPU_OUTSIDE_WINDOW);
    assertThat(measured.point("sound").suspicions()).isEmpty();
  }

  @Test
  void suspectsImpossibleTimes() {
    for (String point : List.of("negative", "zero", "too-long")) {
      assertThat(measured.point(point).cases().get(1).suspicions())
          .extracting(Suspicion::code)
          .containsExactly(Suspicion.Code.IMPOSSIBLE_TIME);
    }
  }

  /// The file is looked at ten times a second, the clock when it is due. The machine may be busy
  /// with other things at one of them.
  @Test
  void endsAHangingProgramAtItsLimit() {
    long least =
        Stream.of("never-a-row", "stuck-after-a-row", "stuck-after-all-rows", "again-and-again")
            .map(point -> Objects.requireNonNull(measured.point(point).process()).ending())
            .map(Ending.Killed.class::cast)
            .mapToLong(killed -> killed.reached() - killed.limitValue())
            .min()
            .orElseThrow();

    assertThat(least).isBetween(0L, 30_000_000L);
  }

  @Test
  void readsBackWhatItWrote() {
    assertThat(RunReader.read(measured.folder())).isEqualTo(measured.run());
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }
}
