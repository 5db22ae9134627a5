package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointJudgeTest {
  private static final Sample SAMPLE = new Sample(Seeds.parse("1-5"), 1, 1);
  private static final Bar ALL = new Bar(BigDecimal.ONE, List.of());
  private static final Point POINT = Runs.points(1024).getFirst();

  /// A warm-up case, five of the sample, a fresh one.
  private static List<CaseResult> allOk() {
    var cases = new ArrayList<CaseResult>();
    cases.add(CaseResults.ok(0, 900, CaseKind.WARMUP, 1e-3));
    for (int seed = 1; seed <= 5; seed++) {
      cases.add(CaseResults.ok(seed, seed, CaseKind.SAMPLE, 1e-3));
    }
    cases.add(CaseResults.ok(6, 901, CaseKind.FRESH, 1e-3));
    return cases;
  }

  private static List<CaseResult> allOkBut(int index, Status status, Cause.Code cause) {
    List<CaseResult> cases = allOk();
    CaseResult ok = cases.get(index);
    cases.set(
        index,
        CaseResults.failed(index, ok.seed(), ok.kind(), status, new Cause(cause, "for this test")));
    return cases;
  }

  private static List<CaseResult> withMetric(int index, @Nullable Double value) {
    List<CaseResult> cases = allOk();
    Map<String, Double> metrics = value == null ? Map.of() : Map.of("max_abs_err", value);
    cases.set(
        index,
        CaseResults.of(cases.get(index)).verification(new Verification(true, metrics, "")).build());
    return cases;
  }

  private static Bar bounding(Fold fold, @Nullable String atMost, @Nullable String atLeast) {
    return new Bar(
        BigDecimal.ONE,
        List.of(
            new Requirement(
                "max_abs_err",
                fold,
                atMost == null ? null : new BigDecimal(atMost),
                atLeast == null ? null : new BigDecimal(atLeast))));
  }

  @Test
  void passesAPointWhereEveryCaseIsOk() {
    assertThat(PointJudge.judgeCases(ALL, SAMPLE, allOk()))
        .isEqualTo(new Verdict(Verdict.Outcome.PASS, "all 7 cases ok"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"WRONG", "TIMEOUT", "CRASHED", "OOM", "LOST"})
  void failsAPointForAnyStatusButOk(Status status) {
    assertThat(PointJudge.judgeCases(ALL, SAMPLE, allOkBut(3, status, Cause.Code.VERIFIER)))
        .isEqualTo(new Verdict(Verdict.Outcome.FAIL, "6 of 7 cases ok, the bar asks for all"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 6})
  void judgesWarmUpAndFreshCasesLikeAny(int index) {
    List<CaseResult> cases = allOkBut(index, Status.WRONG, Cause.Code.VERIFIER);

    assertThat(PointJudge.judgeCases(ALL, SAMPLE, cases).outcome()).isEqualTo(Verdict.Outcome.FAIL);
  }

  @ParameterizedTest
  @CsvSource({
    "0.9, FAIL, '6 of 7 cases ok, the bar asks for all'",
    "0.85, PASS, '6 of 7 cases ok'",
    "0.5, PASS, '6 of 7 cases ok'",
    "0, PASS, '6 of 7 cases ok'"
  })
  void asksForTheShareOfTheBar(BigDecimal share, Verdict.Outcome outcome, String reason) {
    var bar = new Bar(share, List.of());

    assertThat(PointJudge.judgeCases(bar, SAMPLE, allOkBut(2, Status.WRONG, Cause.Code.VERIFIER)))
        .isEqualTo(new Verdict(outcome, reason));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void doesNotJudgeASmallerSample(int missing) {
    List<CaseResult> cases = allOk();
    cases.removeIf(result -> result.kind() == CaseKind.SAMPLE && result.seed() <= missing);

    assertThat(PointJudge.judgeCases(ALL, SAMPLE, cases))
        .isEqualTo(
            new Verdict(
                Verdict.Outcome.NOT_JUDGED,
                "%d of the bar's 5 seeds measured".formatted(5 - missing)));
  }

  @Test
  void doesNotTakeAFreshCaseForOneOfTheSample() {
    List<CaseResult> cases = allOk();
    cases.set(3, CaseResults.ok(3, 3, CaseKind.FRESH, 1e-3));

    assertThat(PointJudge.judgeCases(ALL, SAMPLE, cases).reason())
        .isEqualTo("4 of the bar's 5 seeds measured");
  }

  @Test
  void doesNotJudgeAPointWithoutItsFreshCases() {
    List<CaseResult> cases = allOk();
    cases.removeLast();

    assertThat(PointJudge.judgeCases(ALL, SAMPLE, cases))
        .isEqualTo(
            new Verdict(Verdict.Outcome.NOT_JUDGED, "0 of the bar's 1 fresh cases measured"));
  }

  @Test
  void doesNotJudgeWhatHasNoCases() {
    var sample = new Sample(new Seeds(List.of()), 0, 0);

    assertThat(PointJudge.judgeCases(ALL, sample, List.of()).outcome())
        .isEqualTo(Verdict.Outcome.NOT_JUDGED);
  }

  @Test
  void chargesTheAuthorWithNoFaultOfThePlatform() {
    assertThat(PointJudge.judgeCases(ALL, SAMPLE, allOkBut(4, Status.CRASHED, Cause.Code.PLATFORM)))
        .isEqualTo(
            new Verdict(Verdict.Outcome.NOT_JUDGED, "the platform is at fault for 1 of 7 cases"));
    assertThat(PointJudge.judgeCases(ALL, SAMPLE, allOkBut(6, Status.LOST, Cause.Code.CANCELLED)))
        .isEqualTo(new Verdict(Verdict.Outcome.NOT_JUDGED, "cancelled after 6 of 7 cases"));
  }

  @Test
  void doesNotJudgeAPointWithABundleError() {
    assertThat(
            PointJudge.judge(
                ALL, SAMPLE, PointResults.bundleError(POINT, "make exited with 1"), "unused"))
        .isEqualTo(
            new Verdict(Verdict.Outcome.NOT_JUDGED, "the bundle is at fault: make exited with 1"));
  }

  @Test
  void saysWhyAPointWasNeverMeasured() {
    assertThat(PointJudge.judge(ALL, SAMPLE, null, "the build failed"))
        .isEqualTo(new Verdict(Verdict.Outcome.NOT_JUDGED, "the build failed"));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // fold, at most, at least, the odd metric, passes
        "MAX, 1e-4, -, 1e-4, true",
        "MAX, 1e-4, -, 1.0000000000000002e-4, false",
        "MAX, 0, -, -0.0, false",
        "MIN, -, 0, -0.0, true",
        "MIN, -, 0, 0.0, true",
        "MIN, -, 0, -1e-300, false",
        "MEAN, 1, -, 3, true",
        "MEAN, 1, -, 70, false",
        "MEDIAN, 1, -, 70, true",
        "MAX, 0.5, -0.5, 0.5, true",
        "MAX, 5, 1, 0.9, false",
        "MAX, 0.1, -, 0.1, true",
      })
  void holdsAFoldedMetricToItsBounds(
      Fold fold, @Nullable String atMost, @Nullable String atLeast, double odd, boolean passes) {
    Verdict verdict =
        PointJudge.judgeCases(bounding(fold, atMost, atLeast), SAMPLE, withMetric(2, odd));

    assertThat(verdict.outcome() == Verdict.Outcome.PASS).as(verdict.reason()).isEqualTo(passes);
  }

  @Test
  void saysWhatAMetricIsAndWhatTheBarAsksFor() {
    assertThat(PointJudge.judgeCases(bounding(Fold.MAX, "1e-4", null), SAMPLE, withMetric(2, 0.25)))
        .isEqualTo(
            new Verdict(
                Verdict.Outcome.FAIL,
                "max of max_abs_err is 0.25, the bar asks for at most 0.0001"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void failsACaseWhoseMetricIsNoNumber(double odd) {
    assertThat(PointJudge.judgeCases(bounding(Fold.MIN, null, "-1"), SAMPLE, withMetric(2, odd)))
        .isEqualTo(
            new Verdict(Verdict.Outcome.FAIL, "case 2 has no max_abs_err, which the bar bounds"));
  }

  @Test
  void failsACaseWithoutTheMetric() {
    assertThat(PointJudge.judgeCases(bounding(Fold.MAX, "1", null), SAMPLE, withMetric(4, null)))
        .isEqualTo(
            new Verdict(Verdict.Outcome.FAIL, "case 4 has no max_abs_err, which the bar bounds"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void doesNotDependOnTheOrderOfTheCases(long seed) {
    List<CaseResult> shuffled = allOkBut(3, Status.OOM, Cause.Code.OOM_KILL);
    Verdict verdict = PointJudge.judgeCases(ALL, SAMPLE, shuffled);

    Collections.shuffle(shuffled, new Random(seed));

    assertThat(PointJudge.judgeCases(ALL, SAMPLE, shuffled)).isEqualTo(verdict);
  }

  @Test
  void judgesEveryPointOfARunThoseNeverMeasuredToo() {
    Map<String, Verdict> verdicts = RunJudge.judge(Runs.full());

    assertThat(verdicts.keySet())
        .containsExactly("N1024-W64", "N2048-W64", "N4096-W64", "N8192-W64");
    assertThat(verdicts.values().stream().map(verdict -> verdict.outcome().text()))
        .containsExactly("pass", "fail", "not-judged", "not-judged");
    Run failed = Runs.failedBuild();
    assertThat(RunJudge.judge(failed).values())
        .hasSize(2)
        .containsOnly(new Verdict(Verdict.Outcome.NOT_JUDGED, "the build failed"));
    assertThat(RunJudge.judge(Runs.cancelled()).get("N2048-W64"))
        .isEqualTo(new Verdict(Verdict.Outcome.NOT_JUDGED, "cancelled after 6 of 25 cases"));
  }
}
