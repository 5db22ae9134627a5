package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Ending;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
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
import org.junit.jupiter.params.provider.MethodSource;

/// One run of a solution that speaks with the runner by itself, and is at fault in another way at
/// each point: in `init`, or at case 1 of 3.
class FaultySolutionIT {
  /// The point's name, the statuses of its cases, and a pattern of the first cause.
  private static final String FAULTS =
      """
      exits-in-init            | crashed lost lost | init: in init: exited with code 7
      exits-well-in-init       | crashed lost lost | init: in init: exited with code 0
      dies-in-init             | crashed lost lost | init: in init: died of .*SIGSEGV
      hangs-in-init            | timeout lost lost | init: in init: ended after 4.*, the limit is 4
      takes-all-memory-in-init | oom lost lost     | init: in init: .*the limit is 64 MiB
      greets-in-init           | crashed lost lost | init: in init: said 'hello, world' where 'ready' was due
      answers-in-init          | crashed lost lost | init: in init: said 'done 0 1000' where 'ready' was due
      fills-out-in-init        | crashed lost lost | init: in init: wrote .* MiB, the limit is 24 MiB
      no-answer                | ok wrong ok       | no-answer: out/000001/y.bin is missing
      an-answer-too-short      | ok wrong ok       | no-answer: out/000001/y.bin has 7 bytes, f64 is 8
      an-answer-too-long       | ok wrong ok       | no-answer: out/000001/y.bin has 9 bytes, f64 is 8
      an-empty-answer          | ok wrong ok       | no-answer: out/000001/y.bin has 0 bytes, f64 is 8
      not-a-number             | ok wrong ok       | verifier: the verifier refused the answer
      a-link-to-expected       | ok wrong ok       | no-answer: out/000001/y.bin is a symbolic link
      a-link-to-etc            | ok wrong ok       | no-answer: out/000001/y.bin is a symbolic link
      a-hard-link              | ok wrong ok       | no-answer: out/000001/y.bin is a file with 2 links
      two-links                | wrong wrong wrong | no-answer: out/000000/y.bin is a file with 2 links
      a-fifo                   | ok wrong ok       | no-answer: out/000001/y.bin is no plain file
      a-folder                 | ok wrong ok       | no-answer: out/000001/y.bin is a folder
      a-socket                 | ok wrong ok       | no-answer: out/000001/y.bin is nothing that can be opened
      a-device                 | ok wrong ok       | no-answer: out/000001/y.bin is missing
      a-linked-folder          | ok wrong ok       | no-answer: out/000001 is no folder
      too-much-output          | ok crashed lost   | output-limit: wrote .* MiB, the limit is 24 MiB
      exits                    | ok crashed lost   | exit: exited with code 3 while an answer was due
      exits-well               | ok crashed lost   | exit: exited with code 0 while an answer was due
      dies                     | ok crashed lost   | signal: died of .*SIGSEGV
      kills-itself             | ok crashed lost   | signal: died of .*SIGKILL
      prints                   | ok crashed lost   | protocol: said 'the answer is 42' while case 1 was due
      done-for-another         | ok crashed lost   | protocol: said 'done 2 1000' while case 1 was due
      done-for-the-one-before  | ok crashed lost   | protocol: said 'done 0 1000' while case 1 was due
      ready-again              | ok crashed lost   | protocol: said 'ready' while case 1 was due
      a-huge-line              | ok crashed lost   | protocol: .*4,?096 bytes
      no-line-feed             | ok crashed lost   | protocol: .*4,?096 bytes
      nothing-but-zeros        | ok crashed lost   | protocol:
      no-window                | ok crashed lost   | protocol: said 'done 1' while case 1 was due
      a-window-of-words        | ok crashed lost   | protocol: said 'done 1 soon' while case 1 was due
      a-window-of-30-digits    | ok crashed lost   | protocol: said 'done 1 9+' while case 1 was due
      failed-at-length         | ok crashed lost   | protocol: gave a reason of 201 characters
      failed-for-another       | ok crashed lost   | protocol: said 'failed 2 no' while case 1 was due
      done-twice               | ok ok crashed     | protocol: said 'done 2 1000' before case 2
      closes-its-output        | ok timeout lost   | case-limit: ended after 2.*, the limit is 2
      closes-its-output-and-exits | ok crashed lost | exit: exited with code 0
      takes-all-memory         | ok oom lost       | oom-kill: .*the limit is 64 MiB
      takes-all-memory-in-a-child | ok oom lost    | oom-kill: .*the limit is 64 MiB
      hangs                    | ok timeout lost   | case-limit: ended after 2.*, the limit is 2
      ignores-signals          | ok timeout lost   | case-limit: ended after 2.*, the limit is 2
      spins                    | ok timeout lost   | (case|cpu)-limit: ended after 2
      window-zero              | ok crashed ok     | impossible-time: the window of 0
      window-negative          | ok crashed ok     | impossible-time: the window of -
      window-too-long          | ok crashed ok     | impossible-time: the window of .* does not fit its bracket
      failed                   | ok crashed ok     | failed: the solution failed: the moon is full
      sound                    | ok ok ok          |
      changes-what-is-given    | ok ok ok          |
      forges-results           | ok ok ok          |
      few-surplus-files        | ok ok ok          |
      leaves-a-child           | ok ok ok          |
      forks-a-lot              | ok ok ok          |
      hangs-at-the-end         | ok ok ok          |
      exits-badly-at-the-end   | ok ok ok          |
      speaks-at-the-end        | ok ok ok          |
      looks-at-cases-early     | ok ok ok          |
      writes-everywhere        | ok ok ok          |
      leaves-files             | ok ok ok          |
      looks-for-left-files     | ok ok ok          |
      floods-the-log           | ok ok ok          |
      swaps-an-answer-later    | ok ok ok          |
      a-large-hole             | ok ok ok          |
      sound-to-the-end         | ok ok ok          |
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> names = faults().map(fault -> String.valueOf(fault.get()[0])).toList();
    Path bundle = FaultyFixture.bundle(folder, names, FaultyFixture.SHORT_LIMITS);
    measured = new MeasuredRun(machine.measure(FaultyFixture.solution(folder, names), bundle));
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<Arguments> faults() {
    return FAULTS
        .lines()
        .map(line -> Stream.of(line.split("\\|", 3)).map(String::strip).toArray())
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void chargesTheCaseThatWasDueAndLosesTheRest(String point, String statuses, String cause) {
    assertThat(measured.statuses(point)).isEqualTo(statuses);
    assertThat(measured.cause(point)).containsPattern("^" + cause);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void judgesThePointByItsCases(String point, String statuses, String cause) {
    assertThat(measured.point(point).bundleError()).isNull();
    assertThat(measured.point(point).platformError()).isNull();
    assertThat(measured.verdict(point).outcome())
        .isEqualTo(statuses.equals("ok ok ok") ? Verdict.Outcome.PASS : Verdict.Outcome.FAIL);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void takesAnswersOfCasesThatAreOkAlone(String point, String statuses, String cause) {
    for (CaseResult one : measured.point(point).cases()) {
      if (one.status() == Status.OK) {
        assertThat(one.outputHashes()).containsOnlyKeys("y");
        assertThat(one.verification()).isNotNull();
      }
      if (one.status() == Status.LOST) {
        assertThat(one.outputHashes()).isEmpty();
        assertThat(one.seconds()).isNull();
      }
      assertThat(one.inputHashes()).containsOnlyKeys("x");
    }
  }

  @Test
  void endsAHangingProgramSoonAfterItsLimitAndSaysHowLate() {
    for (String point : List.of("hangs", "ignores-signals", "closes-its-output")) {
      assertThat(process(point).ending())
          .isInstanceOfSatisfying(
              Ending.Killed.class,
              killed -> {
                assertThat(killed.limitValue()).isEqualTo(2_000_000_000L);
                assertThat(killed.reached()).isBetween(2_000_000_000L, 2_500_000_000L);
              });
    }
  }

  @Test
  void notesWhatHappensAfterTheLastAnswer() {
    assertThat(measured.point("hangs-at-the-end").remarks())
        .singleElement()
        .asString()
        .startsWith("after its last answer: ended after 2");
    assertThat(measured.point("exits-badly-at-the-end").remarks())
        .singleElement()
        .asString()
        .contains("exited with code 5");
  }

  @Test
  void countsProcessesThatAreLeftBehind() {
    assertThat(process("leaves-a-child").evidence().leftBehind()).isEqualTo(1);
    assertThat(process("sound").evidence().leftBehind()).isZero();
  }

  @Test
  void notesSurplusFiles() {
    assertThat(measured.point("few-surplus-files").remarks())
        .containsExactly(
            "out/ held 1 undeclared names, trace among them",
            "the cases' folders in out/ held 6 undeclared names");
  }

  @Test
  void believesNoResultsBesideTheConversation() {
    assertThat(measured.point("forges-results").remarks())
        .containsExactly("out/ held 1 undeclared names, results.json among them");
    assertThat(measured.point("forges-results").cases())
        .extracting(CaseResult::seconds)
        .containsOnly(1e-6);
  }

  @Test
  void keepsHeadAndTailOfALongLog() throws IOException {
    LogFile log = Objects.requireNonNull(process("floods-the-log").stderr());
    String text = Files.readString(measured.folder().path().resolve(log.file()));

    assertThat(log.bytes()).isGreaterThan(1_000_000);
    assertThat(log.keptBytes()).isLessThan(20_000);
    assertThat(text).startsWith("00000 x").endsWith("the last line\n");
  }

  @Test
  void suspectsImpossibleTimes() {
    for (String point : List.of("window-zero", "window-negative", "window-too-long")) {
      assertThat(measured.point(point).cases().get(1).suspicions())
          .extracting(Suspicion::code)
          .containsExactly(Suspicion.Code.IMPOSSIBLE_TIME);
    }
  }

  @Test
  void suspectsWhoSpeaksAfterTheLastAnswer() {
    assertThat(measured.point("speaks-at-the-end").suspicions())
        .extracting(Suspicion::code)
        .containsExactly(Suspicion.Code.LINE_NOT_DUE);
    assertThat(measured.point("sound").suspicions()).isEmpty();
  }

  @Test
  void leavesTheOtherPointsAlone() {
    PointResult last = measured.point("sound-to-the-end");

    assertThat(last.remarks()).isEmpty();
    assertThat(measured.run().state()).isEqualTo(RunState.FINISHED);
  }

  @Test
  void journalsEachCaseOnce() throws IOException {
    long cases = measured.run().points().stream().mapToLong(point -> point.cases().size()).sum();

    assertThat(Files.readAllLines(measured.folder().journal())).hasSize((int) cases);
  }

  @Test
  void readsBackWhatItWrote() {
    assertThat(RunReader.read(measured.folder())).isEqualTo(measured.run());
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static ProcessResult process(String point) {
    return Objects.requireNonNull(measured.point(point).process());
  }
}
