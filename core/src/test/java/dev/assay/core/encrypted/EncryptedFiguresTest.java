package dev.assay.core.encrypted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Status;
import dev.assay.testkit.EncryptedRuns;
import dev.assay.testkit.Runs;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncryptedFiguresTest {
  private static final PointResult PASSED = EncryptedRuns.full().points().getFirst();
  private static final PointResult FAILURES = EncryptedRuns.full().points().get(1);
  private static final PointResult OOM = EncryptedRuns.full().points().get(2);

  private static EncryptedFigures figures(PointResult point) {
    return EncryptedFigures.of(point).orElseThrow();
  }

  @Test
  void foldsEachStageOverTheOkCasesOfTheSample() {
    EncryptedFigures figures = figures(PASSED);

    StageFigures run = figures.perCase().get(4);
    List<Double> windows =
        PASSED.cases().stream()
            .filter(one -> one.kind() == CaseKind.SAMPLE)
            .map(CaseResult::seconds)
            .sorted()
            .toList();
    assertThat(figures.counted()).isEqualTo(20);
    assertThat(run.stage()).isEqualTo(EncryptedStage.RUN);
    assertThat(run.count()).isEqualTo(20);
    assertThat(run.minSeconds()).isEqualTo(windows.getFirst());
    assertThat(run.medianSeconds())
        .isEqualTo((windows.get(9) + windows.get(10)) / 2, within(1e-12));
    assertThat(run.maxSeconds()).isEqualTo(windows.getLast());
  }

  @Test
  void keepsTheOrderOfStagesAndSharesThatAddUpToOne() {
    EncryptedFigures figures = figures(PASSED);

    assertThat(figures.perCase())
        .extracting(one -> one.stage().text())
        .containsExactly(
            "encode",
            "encrypt",
            "save",
            "load",
            "run",
            "save-answer",
            "load-answer",
            "decrypt",
            "decode");
    assertThat(figures.perCase().stream().mapToDouble(StageFigures::share).sum())
        .isEqualTo(1, within(1e-12));
    assertThat(figures.once().stream().mapToDouble(StageFigures::share).sum())
        .isEqualTo(1, within(1e-12));
    assertThat(figures.caseSeconds())
        .isEqualTo(
            figures.perCase().stream().mapToDouble(StageFigures::medianSeconds).sum(),
            within(1e-12));
  }

  @Test
  void tellsWhoLoadsTheKeysWhenTheyAreLoadedTwice() {
    assertThat(figures(PASSED).once())
        .extracting(one -> one.stage().text() + " " + one.part().text())
        .containsExactly(
            "keygen seal", "save-keys seal", "load-keys server", "init server", "load-keys open");
  }

  @Test
  void givesEachStageTheMemoryOfItsProcess() {
    EncryptedFigures failed = figures(OOM);

    assertThat(figures(PASSED).perCase()).allMatch(one -> one.peakMemoryBytes() != null);
    assertThat(failed.once()).isEmpty();
    assertThat(failed.perCase()).isEmpty();
  }

  @Test
  void countsWhatCrossed() {
    EncryptedFigures figures = figures(PASSED);

    assertThat(figures.sent()).isEqualTo(new CrossingFigures(2, 2, 786_650L, 786_650L));
    assertThat(figures.returned()).isEqualTo(new CrossingFigures(1, 1, 131_177L, 131_177L));
    assertThat(figures.keys()).isEqualTo(3);
    assertThat(figures.keyBytes()).isEqualTo(12_583_696);
    assertThat(figures.secretKeyBytes()).isEqualTo(196_737);
  }

  @Test
  void leavesOutWhatFailed() {
    EncryptedFigures figures = figures(FAILURES);

    long ok =
        FAILURES.cases().stream()
            .filter(one -> one.kind() == CaseKind.SAMPLE && one.status() == Status.OK)
            .count();
    assertThat(figures.counted()).isEqualTo((int) ok).isBetween(1, 19);
    assertThat(figures.perCase()).allMatch(one -> one.count() == ok);
  }

  @Test
  void findsTheWorstNoiseBudgetAndPrecision() {
    EncryptedFigures exact = figures(EncryptedRuns.exact().points().getFirst());
    EncryptedFigures approximate = figures(PASSED);

    assertThat(exact.meter(Meter.NOISE_BUDGET).orElseThrow().least()).hasValue(21);
    assertThat(exact.meter(Meter.NOISE_BUDGET).orElseThrow().values()).hasSize(26);
    assertThat(exact.meter(Meter.WORST_PRECISION)).isEmpty();
    assertThat(approximate.meter(Meter.LEVEL).orElseThrow().least()).hasValue(1);
    double worst = approximate.meter(Meter.WORST_PRECISION).orElseThrow().least().orElseThrow();
    double mean = approximate.meter(Meter.MEAN_PRECISION).orElseThrow().mean().orElseThrow();
    assertThat(worst).isBetween(19.5, 20.5);
    assertThat(mean).isBetween(worst + 3.25, worst + 4.25);
  }

  @Test
  void hasOneProcessWhereClientAndServerAreNotApart() {
    EncryptedFigures joined = figures(EncryptedRuns.joined().points().getFirst());
    EncryptedFigures own = figures(EncryptedRuns.selfReported().points().getFirst());

    assertThat(joined.mode()).isEqualTo(EncryptedMode.JOINED);
    assertThat(joined.perCase()).hasSize(9).allMatch(one -> one.part() == EncryptedPart.JOINED);
    assertThat(joined.sent()).isEqualTo(new CrossingFigures(2, 2, null, null));
    assertThat(own.perCase())
        .extracting(StageFigures::stage)
        .containsExactly(
            EncryptedStage.ENCODE,
            EncryptedStage.ENCRYPT,
            EncryptedStage.RUN,
            EncryptedStage.DECRYPT,
            EncryptedStage.DECODE);
  }

  @Test
  void hasNoFiguresUnderOtherProtocols() {
    assertThat(EncryptedFigures.of(Runs.full().points().getFirst())).isEmpty();
    assertThat(Meter.of(Runs.full().points().getFirst())).isEmpty();
  }

  @Test
  void ranksOnlyRunsWithClientAndServerApart() {
    assertThat(EncryptedRanking.whyNever(Runs.full().job().encrypted())).isEmpty();
    assertThat(EncryptedRanking.whyNever(EncryptedRuns.full().job().encrypted())).isEmpty();
    assertThat(EncryptedRanking.whyNever(EncryptedRuns.joined().job().encrypted()).orElseThrow())
        .startsWith("joined: ");
    assertThat(
            EncryptedRanking.whyNever(EncryptedRuns.selfReported().job().encrypted()).orElseThrow())
        .startsWith("self-reported: ");
  }
}
