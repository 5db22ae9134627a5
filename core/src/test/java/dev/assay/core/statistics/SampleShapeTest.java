package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleShapeTest {
  private static final int SAMPLES = 4_000;

  /// With 4,000 samples a rate of 1 % is known to 0.5 points.
  @ParameterizedTest
  @EnumSource
  void seesTwoGroupsInFewSamplesThatHaveOne(Distributions distribution) {
    RandomGenerator random = Distributions.generator(21);
    for (int size : new int[] {10, 20, 50}) {
      int alarms = 0;
      for (int i = 0; i < SAMPLES; i++) {
        alarms += TwoGroups.find(distribution.sample(random, size)).isPresent() ? 1 : 0;
      }

      assertThat(alarms / (double) SAMPLES).as("%d values", size).isLessThan(0.02);
    }
  }

  @ParameterizedTest
  @EnumSource
  void seesADriftInFewSamplesThatHaveNone(Distributions distribution) {
    RandomGenerator random = Distributions.generator(22);
    for (int size : new int[] {10, 20, 50}) {
      int alarms = 0;
      for (int i = 0; i < SAMPLES; i++) {
        alarms += Drift.find(distribution.sample(random, size)).isPresent() ? 1 : 0;
      }

      assertThat(alarms / (double) SAMPLES).as("%d values", size).isLessThan(0.02);
    }
  }

  private static List<Double> groups(
      RandomGenerator random, int lower, double low, int upper, double high, double noise) {
    var values = new ArrayList<Double>();
    for (int i = 0; i < lower + upper; i++) {
      values.add((i < lower ? low : high) * (1 + noise * random.nextGaussian()));
    }
    Collections.shuffle(values, new Random(lower));
    return values;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void findsTwoGroups(long seed) {
    List<Double> values = groups(Distributions.generator(seed), 14, 1.2e-3, 6, 1.9e-3, 0.01);

    TwoGroups found = TwoGroups.find(values).orElseThrow();

    assertThat(found.lowerCount()).isEqualTo(14);
    assertThat(found.upperCount()).isEqualTo(6);
    assertThat(found.lower()).isCloseTo(1.2e-3, within(2e-5));
    assertThat(found.upper()).isCloseTo(1.9e-3, within(4e-5));
  }

  @ParameterizedTest(name = "{0} of 20")
  @ValueSource(ints = {3, 4, 6, 10, 14, 17})
  void findsSmallGroupsBehindAGap(int lower) {
    RandomGenerator random = Distributions.generator(30 + lower);
    int found = 0;
    for (int i = 0; i < 200; i++) {
      found +=
          TwoGroups.find(groups(random, lower, 1.2, 20 - lower, 1.9, 0.025))
                  .filter(groups -> groups.lowerCount() == lower)
                  .isPresent()
              ? 1
              : 0;
    }

    assertThat(found).isGreaterThan(195);
  }

  @Test
  void findsTwoGroupsInTimesOfAClockOfTenths() {
    List<Double> values = groups(Distributions.generator(1), 14, 0.0012, 6, 0.0019, 0);

    assertThat(SampleShape.describe(values))
        .containsExactly("times fall in two groups: 14 near 1.20 ms, 6 near 1.90 ms");
  }

  @Test
  void findsMostPairsOfGroupsOfWhichOneIsSmaller() {
    RandomGenerator random = Distributions.generator(8);
    int found = 0;
    for (int i = 0; i < 500; i++) {
      found += TwoGroups.find(groups(random, 30, 1, 20, 1.3, 0.03)).isPresent() ? 1 : 0;
    }

    assertThat(found).isGreaterThan(475);
  }

  @Test
  void takesAFewFarValuesForNoGroup() {
    List<Double> values = groups(Distributions.generator(2), 18, 1e-3, 2, 9e-3, 0.01);

    assertThat(TwoGroups.find(values)).isEmpty();
  }

  @Test
  void keepsSilentAboutGroupsThatAreCloseTogether() {
    List<Double> values = groups(Distributions.generator(2), 15, 1e-3, 10, 1.03e-3, 0.001);

    assertThat(TwoGroups.find(values)).isEmpty();
  }

  @Test
  void findsARiseAndSaysHowMuch() {
    RandomGenerator random = Distributions.generator(4);
    List<Double> rising =
        IntStream.range(0, 20)
            .mapToObj(i -> 2e-3 * (1 + 0.12 * i / 19 + 0.01 * random.nextGaussian()))
            .toList();

    assertThat(SampleShape.describe(rising))
        .hasSize(1)
        .first()
        .asString()
        .matches("times rise by 1[0-3] % from first to last");
    assertThat(SampleShape.describe(rising.reversed()))
        .hasSize(1)
        .first()
        .asString()
        .matches("times fall by 1[0-3] % from first to last");
  }

  @Test
  void keepsSilentAboutARiseThatIsTooSmallToMatter() {
    List<Double> rising = IntStream.range(0, 20).mapToObj(i -> 1 + 0.015 * i / 19).toList();

    assertThat(Drift.probability(rising.stream().mapToDouble(x -> x).toArray())).isLessThan(1e-6);
    assertThat(SampleShape.describe(rising)).isEmpty();
  }

  @Test
  void neverLetsAValueFallByMoreThanAllOfIt() {
    List<Double> falling = IntStream.range(0, 25).mapToObj(i -> 1.2 - 0.045 * i).toList();

    assertThat(Drift.find(falling).orElseThrow().change()).isBetween(-1.0, -0.8);
  }

  @Test
  void measuresTheRiseOfManyValues() {
    List<Double> rising = IntStream.range(0, 20_000).mapToObj(i -> 1 + 0.5 * i / 19_999).toList();

    assertThat(Drift.find(rising).orElseThrow().change()).isCloseTo(0.49, within(0.01));
  }

  /// Without ties: S = 27 of 45 pairs; scipy.stats.kendalltau gives 0.0167 exactly. With ties: S =
  /// 50, of which the variance is 203.33, and the tail of the normal distribution beyond 49 is
  /// 0.000590.
  @Test
  void hasTheProbabilityOfKendallsTest() {
    double[] distinct = {1, 2, 3, 8, 4, 9, 5, 7, 10, 6};
    double[] tied = {1, 1, 2, 2, 2, 3, 5, 4, 4, 6, 5, 5};

    assertThat(Drift.probability(distinct)).isCloseTo(0.0167, within(0.004));
    assertThat(Drift.probability(tied)).isCloseTo(0.00058971, within(1e-7));
  }

  @Test
  void saysNothingOfFewEqualOrUnfitValues() {
    assertThat(SampleShape.describe(List.of())).isEmpty();
    assertThat(SampleShape.describe(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)))
        .isEmpty();
    assertThat(SampleShape.describe(Collections.nCopies(30, 0.25))).isEmpty();
    assertThat(SampleShape.describe(IntStream.range(-30, 0).mapToObj(i -> (double) i).toList()))
        .isEmpty();
    assertThat(SampleShape.describe(Collections.nCopies(30, 0.0))).isEmpty();
  }

  @Test
  void writesOtherValuesInTheirOwnWords() {
    List<Double> values = groups(Distributions.generator(1), 14, 100, 6, 300, 0.001);

    assertThat(SampleShape.describe(values, "values of bytes", NumberText::of).getFirst())
        .startsWith("values of bytes fall in two groups: 14 near ");
  }

  @Test
  void spreadsTheTimesOfAClockOverItsSteps() {
    double[] spread = ClockStep.spread(new double[] {0.1, 0.1, 0.2, 0.4, 0.4, 0.4, 0.4});

    assertThat(spread)
        .containsExactly(
            new double[] {0.075, 0.125, 0.2, 0.3625, 0.3875, 0.4125, 0.4375}, within(1e-9));
  }
}
