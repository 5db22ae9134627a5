package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Status;
import dev.assay.testkit.CaseResults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FoldingTest {
  private static List<Double> values(String text) {
    return Arrays.stream(text.split(" ", -1)).map(Double::valueOf).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "MIN, 3 1 2, 1",
    "MAX, 3 1 2, 3",
    "MEDIAN, 3 1 2, 2",
    "MEDIAN, 4 1 3 2, 2.5",
    "MEAN, 1 2 6, 3",
    "MEDIAN, 7, 7",
    "MEAN, 0.1 0.1 0.1, 0.1",
    "MEAN, 1e308 1e308, 1e308",
    "MEDIAN, 1e308 1.5e308, 1.25e308",
    "MEDIAN, -1.7e308 1.7e308, 0",
    "MEDIAN, 1 4.9e-324, 0.5"
  })
  void foldsValues(Fold fold, String values, double folded) {
    assertThat(Folding.fold(fold, values(values))).hasValue(folded);
  }

  @ParameterizedTest
  @EnumSource
  void hasNothingToFoldWithoutValues(Fold fold) {
    assertThat(Folding.fold(fold, List.of())).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void givesTheSameBitsInAnyOrder(long seed) {
    var random = new Random(seed);
    var values = new ArrayList<Double>();
    for (int i = 0; i < 1_000; i++) {
      values.add(random.nextGaussian() * Math.pow(10, random.nextInt(20)));
    }
    double mean = Folding.fold(Fold.MEAN, values).orElseThrow();

    Collections.shuffle(values, random);

    assertThat(Folding.fold(Fold.MEAN, values)).hasValue(mean);
  }

  @Test
  void summarisesOkCasesOfOneKindAlone() {
    var score = new Score(Score.SECONDS, Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED);
    List<CaseResult> cases =
        List.of(
            CaseResults.ok(0, 9, CaseKind.WARMUP, 100),
            CaseResults.ok(1, 1, CaseKind.SAMPLE, 1),
            CaseResults.ok(2, 2, CaseKind.SAMPLE, 3),
            CaseResults.ok(3, 8, CaseKind.FRESH, 50),
            CaseResults.failed(
                4, 3, CaseKind.SAMPLE, Status.WRONG, new Cause(Cause.Code.VERIFIER, "wrong")));

    assertThat(Summary.of(score, CaseKind.SAMPLE, cases).values()).containsExactly(1.0, 3.0);
    assertThat(Summary.of(score, CaseKind.FRESH, cases).mean()).hasValue(50);
    assertThat(Summary.of(score, CaseKind.WARMUP, cases.subList(1, 2)).median()).isEmpty();
  }

  @Test
  void summarisesAMetricOfTheVerifier() {
    var score = new Score("max_abs_err", Fold.MAX, Better.LOWER, SelfReported.MEASURED);
    List<CaseResult> cases = List.of(CaseResults.ok(1, 1, CaseKind.SAMPLE, 1));

    assertThat(Summary.of(score, CaseKind.SAMPLE, cases).max()).hasValue(1.25e-7);
  }
}
