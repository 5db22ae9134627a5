package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.judge.AttemptRule;
import dev.assay.core.judge.Disturbance;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.runner.check.Finding;
import dev.assay.runner.check.RunVerifier;
import dev.assay.runner.source.SourceRequest;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import dev.assay.runner.testkit.Spinner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cases that other work on their processor disturbs, and cases that nothing does.
class RetryDisturbedIT {
  private static final String LIMITS =
      """
      [limits]
      init   = "60s"
      case   = "30s"
      memory = "64MiB"
      output = "24MiB"
      """;

  @TempDir private Path folder;
  private HomeMachine machine;
  private final Told told = new Told();

  @BeforeEach
  void open() throws IOException {
    machine = HomeMachine.open(folder);
  }

  @AfterEach
  void close() {
    if (machine != null) {
      machine.close();
    }
  }

  /// Hears of the retries, and does something once when one of their cases was measured.
  private static class Told implements RunListener {
    private final List<String> again = new ArrayList<>();
    private Runnable once = () -> {};

    @Override
    public void stage(String text) {}

    @Override
    public void measured(String point, int done, int of) {}

    @Override
    public void measuredAgain(String point, int retry, int done, int of) {
      again.add("%s %d: %d of %d".formatted(point, retry, done, of));
      if (done == 1) {
        once.run();
        once = () -> {};
      }
    }

    @Override
    public void point(PointResult result) {}
  }

  @Test
  void measuresCasesAgainThatOtherWorkDisturbs() throws IOException {
    Path bundle = bundle(List.of("slow"), "1-3");
    MeasuredRun measured;
    try (var spinner = Spinner.onTheMeasuredCore()) {
      told.once = spinner::close;
      measured = measure(FaultyFixture.solution(folder, List.of("slow")), bundle, 2);
    }

    PointResult point = measured.point("slow");
    assertThat(measured.run().job().retryDisturbed()).isEqualTo(2);
    assertThat(measured.statuses("slow")).isEqualTo("ok ok ok ok");
    assertThat(measured.verdict("slow").outcome()).isEqualTo(Verdict.Outcome.PASS);
    assertThat(cases(point, CaseKind.SAMPLE)).allSatisfy(RetryDisturbedIT::wasMeasuredAgain);
    assertThat(cases(point, CaseKind.WARMUP))
        .allSatisfy(one -> assertThat(one.attempts().getFirst().counts()).isTrue());
    assertThat(point.retries()).hasSizeBetween(1, 2);
    assertThat(point.remarks())
        .contains("retry 1: measured 3 cases again that other work had disturbed");
    assertThat(told.again).containsSequence("slow 1: 0 of 4", "slow 1: 1 of 4", "slow 1: 2 of 4");
    holdsWhatWasMeasured(measured, bundle);
  }

  private static void wasMeasuredAgain(CaseResult one) {
    assertThat(one.attempts()).hasSizeBetween(2, 3);
    assertThat(one.attempts().getFirst().process()).isZero();
    assertThat(Disturbance.shareOfOthers(one.attempts().getFirst()).orElseThrow())
        .isGreaterThan(Disturbance.SHARE);
    int counting = AttemptRule.placeOfCounting(one.kind(), one.attempts());
    assertThat(one.attempts().get(counting).counts()).isTrue();
    assertThat(one.attempts().stream().filter(CaseAttempt::counts)).hasSize(1);
    assertThat(one.seconds()).isEqualTo(one.attempts().get(counting).seconds());
    assertThat(one.noise()).isEqualTo(one.attempts().get(counting).noise());
  }

  /// Every attempt is in the journal, the run reads back, and all of it can be derived again.
  private void holdsWhatWasMeasured(MeasuredRun measured, Path bundle) throws IOException {
    long attempts =
        measured.run().points().stream()
            .flatMap(point -> point.cases().stream())
            .mapToLong(one -> Math.max(1, one.attempts().size()))
            .sum();
    List<String> journal = Files.readAllLines(measured.folder().journal());
    assertThat(journal).hasSize((int) attempts);
    assertThat(journal).anyMatch(line -> line.contains("\"retry\":1,"));
    assertThat(RunReader.read(measured.folder())).isEqualTo(measured.run());
    List<Finding> findings =
        new RunVerifier(machine.services())
            .verify(measured.run(), measured.folder(), bundle, point -> {});
    assertThat(findings).allMatch(Finding::passed);
    assertThat(findings.stream().map(Finding::what))
        .anyMatch(what -> what.endsWith(", attempts"))
        .anyMatch(what -> what.endsWith(", retry 1, verdicts"));
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  /// However busy this machine is, it leaves some of these many attempts alone.
  @Test
  void leavesCasesAloneOnceNothingDisturbsThem() throws IOException {
    var measured =
        measure(
            FaultyFixture.solution(folder, List.of("sound")), bundle(List.of("sound"), "1-30"), 10);

    List<CaseResult> cases = cases(measured.point("sound"), CaseKind.SAMPLE);
    assertThat(cases).anyMatch(one -> !Disturbance.isDisturbed(one));
    assertThat(cases)
        .allSatisfy(one -> {
          assertThat(one.noise()).isNotNull();
          assertThat(one.attempts().stream().limit(Math.max(0, one.attempts().size() - 1)))
              .allMatch(Disturbance::isDisturbed);
          // The last attempt may be the first that nothing disturbed.
          if (Disturbance.isDisturbed(one)) {
            assertThat(one.attempts()).hasSize(11);
          }
        });
  }

  @Test
  void givesNothingToASolutionThatRemembersItsAnswers() throws IOException {
    List<String> points = List.of("remembers");
    MeasuredRun measured;
    try (var spinner = Spinner.onTheMeasuredCore()) {
      measured =
          measure(FaultyFixture.harnessed(folder, "python", points), bundle(points, "1-4"), 2);
      assertThat(spinner.isAlive()).isTrue();
    }

    PointResult point = measured.point("remembers");
    assertThat(point.retries()).isNotEmpty();
    assertThat(point.cases()).allMatch(one -> one.status() == Status.OK);
    assertThat(point.remarks())
        .anyMatch(text -> text.startsWith("out/ held "))
        .anyMatch(text -> text.startsWith("retry 1: out/ held "));
    for (int retry = 0; retry <= point.retries().size(); retry++) {
      String log =
          retry == 0 ? "remembers.stderr.log" : "remembers.stderr.retry-%d.log".formatted(retry);
      assertThat(Files.readString(measured.folder().log(log))).doesNotContain("remembered");
    }
  }

  @Test
  void keepsEveryAttemptWhenCancelledBetweenThem() throws IOException {
    MeasuredRun measured;
    try (var spinner = Spinner.onTheMeasuredCore()) {
      told.once = machine.cancellation()::request;
      measured =
          measure(
              FaultyFixture.solution(folder, List.of("slow")), bundle(List.of("slow"), "1-3"), 2);
      assertThat(spinner.isAlive()).isTrue();
    }

    assertThat(measured.run().state()).isEqualTo(RunState.CANCELLED);
    assertThat(measured.verdict("slow").outcome()).isEqualTo(Verdict.Outcome.NOT_JUDGED);
    assertThat(measured.point("slow").retries()).hasSize(1);
    CaseResult due = measured.point("slow").cases().get(1);
    assertThat(due.attempts())
        .extracting(CaseAttempt::status)
        .containsExactly(Status.OK, Status.LOST);
    assertThat(Objects.requireNonNull(due.attempts().getFirst().seconds())).isPositive();
    assertThat(Files.readAllLines(measured.folder().journal())).hasSize(4 + 2);
  }

  @Test
  void refusesASolutionWithItsOwnClock() throws IOException {
    Path program = FaultyFixture.program(folder, List.of("sound"));
    Path bundle = bundle(List.of("sound"), "1-3");

    assertThatThrownBy(() -> measure(program, bundle, 1))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining("--retry-disturbed 1: program brings its own program and clock");
    assertThat(Files.exists(machine.runs())).isFalse();
  }

  private static List<CaseResult> cases(PointResult point, CaseKind kind) {
    return point.cases().stream().filter(one -> one.kind() == kind).toList();
  }

  /// With a warm-up case.
  private Path bundle(List<String> points, String seeds) throws IOException {
    Path bundle = FaultyFixture.bundle(folder, points, LIMITS);
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace("warmup = 0", "warmup = 1")
            .replace("seeds = \"1-3\"", "seeds = \"%s\"".formatted(seeds)));
    return bundle;
  }

  private MeasuredRun measure(Path solution, Path bundle, int retries) {
    var request =
        new RunRequest(
            new SourceRequest(solution.toString(), ".", null, true),
            bundle,
            JobPlanner.Ask.EVERYTHING.retryingDisturbed(retries),
            machine.runs(),
            true);
    return new MeasuredRun(machine.measure(request, told));
  }
}
