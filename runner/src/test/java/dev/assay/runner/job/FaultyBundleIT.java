package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One run of a right solution against a bundle that is at fault in another way at each point.
class FaultyBundleIT {
  /// The point's name and a pattern of the sentence that the host gets to see.
  private static final String FAULTS =
      """
      make-exits                 exited with code 1.*cannot find the seventh moon
      make-dies                  make` died of .*SIGSEGV
      make-loops                 make` took more than its limit of 2
      make-spins                 make` (took|used) more than its
      make-takes-all-memory      make` was killed for memory: its limit is 64 MiB
      make-fills-the-disk        make` filled the disk
      make-nothing               the bundle wrote no plain file manifest.json
      make-too-few-files         cases/000001 with 1 missing \\(x.bin\\)
      make-too-few-cases         cases with 1 missing \\(000001\\)
      make-too-few-bytes         cases/000001/x.bin has 7 bytes, f64 is 8 bytes here
      make-a-file-too-many       cases/000001 with 1 too many \\(z.bin\\)
      make-a-case-too-many       cases with 1 too many \\(000009\\)
      make-a-link                cases/000001/x.bin is no plain file with one link
      make-a-link-to-a-folder    wrote no folder cases/000001
      make-a-hard-link           x.bin is no plain file with one link
      make-a-fifo                cases/000001/x.bin is no plain file with one link
      make-no-manifest           the bundle wrote no plain file manifest.json
      make-a-malformed-manifest  manifest.json
      make-other-seeds           manifest.json.*seeds
      make-another-point         manifest.json.*n
      make-a-linked-manifest     the bundle wrote no plain file manifest.json
      make-answers               `make` wrote out, which is not its to write
      make-verdicts              `make` wrote verdicts.json, which is not its to write
      verify-exits               verify` exited with code 1.*cannot find the seventh moon
      verify-dies                verify` died of .*SIGSEGV
      verify-loops               verify` took more than its limit of 2
      verify-takes-all-memory    verify` was killed for memory: its limit is 64 MiB
      verify-fills-the-disk      verify` filled the disk
      verify-nothing             the bundle wrote no plain file verdicts.json
      verify-a-row-too-few       2 of 3 cases are judged; case 1 is missing
      verify-a-case-twice        judges case 0 a second time
      verify-a-case-that-is-not  cases\\[1\\].i
      verify-not-a-number        verdicts.json.*NaN
      verify-a-malformed-file    verdicts.json
      verify-a-link              the bundle wrote no plain file verdicts.json
      verify-a-fifo              the bundle wrote no plain file verdicts.json
      verify-spoils-the-answers  verify` exited with code 1.*PermissionError
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    Path bundle = FaultyFixture.bundle(folder, names(), FaultyFixture.SHORT_LIMITS);
    measured = new MeasuredRun(machine.measure(FaultyFixture.solution(folder, names()), bundle));
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  private static List<String> names() {
    return Stream.of(
            Stream.of("sound-first"),
            faults().map(fault -> String.valueOf(fault.get()[0])),
            Stream.of("make-with-closed-modes", "sound-last"))
        .flatMap(names -> names)
        .toList();
  }

  static Stream<Arguments> faults() {
    return FAULTS.lines().map(line -> Arguments.of((Object[]) line.split(" +", 2)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void saysWhatTheBundleDidWrong(String point, String sentence) {
    assertThat(measured.point(point).bundleError()).containsPattern("(?s)" + sentence);
    assertThat(measured.point(point).platformError()).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void neverChargesTheAuthorForTheBundle(String point, String sentence) {
    assertThat(measured.verdict(point).outcome()).isEqualTo(Verdict.Outcome.NOT_JUDGED);
    assertThat(measured.verdict(point).reason()).startsWith("the bundle is at fault");
    assertThat(measured.point(point).cases()).allMatch(one -> one.status() == Status.OK);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"sound-first", "make-with-closed-modes", "sound-last"})
  void goesOnWithTheOtherPoints(String point) {
    assertThat(measured.point(point).bundleError()).isNull();
    assertThat(measured.verdict(point))
        .isEqualTo(new Verdict(Verdict.Outcome.PASS, "all 3 cases ok"));
  }

  @Test
  void finishesTheRunWhenSomePointsAreSound() {
    assertThat(measured.run().state()).isEqualTo(RunState.FINISHED);
    assertThat(measured.run().points()).hasSize(names().size());
  }

  @Test
  void keepsAnswersWhereTheyWereAskedFor() {
    assertThat(measured.folder().answers("sound-last").resolve("000002/y.bin")).hasSize(8);
  }

  @Test
  void keepsTheLogOfWhatTheBundleSaid() throws IOException {
    assertThat(Files.readString(measured.folder().log("make-exits.make.log")))
        .contains("cannot find the seventh moon");
    assertThat(Files.readString(measured.folder().log("verify-exits.verify.log")))
        .contains("cannot find the seventh moon");
  }

  @Test
  void recordsTheProcessOfTheFailedCommand() {
    assertThat(measured.point("make-takes-all-memory").make()).isNotNull();
    assertThat(measured.point("make-takes-all-memory").verify()).isNull();
    assertThat(measured.point("verify-dies").verify()).isNotNull();
  }

  @Test
  void readsBackWhatItWrote() {
    Run read = RunReader.read(measured.folder());

    assertThat(read).isEqualTo(measured.run());
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }
}
