package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MedianIntervalTest {
  private static List<Double> upTo(int size) {
    return IntStream.rangeClosed(1, size).mapToObj(i -> (double) i).toList();
  }

  /// With 6,000 samples a share of 95 % is known to 0.6 points.
  @ParameterizedTest
  @EnumSource(names = {"NORMAL", "LOGNORMAL", "EXPONENTIAL", "EVEN"})
  void holdsTheMedianAsOftenAsItSays(Distributions distribution) {
    RandomGenerator random = Distributions.generator(7);
    for (int size : new int[] {6, 7, 10, 20, 51}) {
      int held = 0;
      for (int i = 0; i < 6_000; i++) {
        Interval interval =
            MedianInterval.bootstrap(distribution.sample(random, size), 0.95).orElseThrow();
        held += interval.contains(distribution.median()) ? 1 : 0;
      }

      assertThat(held / 6_000.0).as("%d values", size).isBetween(0.945, 0.98);
    }
  }

  /// scipy.stats.beta.ppf(0.025, 10.5, 10.5) is 0.29329.
  @Test
  void liesBetweenTheSixthAndTheFifteenthOfTwenty() {
    Interval interval = MedianInterval.bootstrap(upTo(20), 0.95).orElseThrow();

    assertThat(interval.low()).isCloseTo(6.159, within(0.005));
    assertThat(interval.high()).isCloseTo(21 - 6.159, within(0.005));
    assertThat(interval.level()).isEqualTo(0.95);
  }

  @Test
  void doesNotDependOnTheOrder() {
    var values = new java.util.ArrayList<>(upTo(25));
    Collections.shuffle(values, new java.util.Random(3));

    assertThat(MedianInterval.bootstrap(values, 0.95))
        .isEqualTo(MedianInterval.bootstrap(upTo(25), 0.95));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void isAbsentWhereTheLevelCannotBeHad(int size) {
    assertThat(MedianInterval.bootstrap(upTo(size), 0.95)).isEmpty();
    assertThat(MedianInterval.bootstrap(upTo(6), 0.95)).isPresent();
    assertThat(MedianInterval.bootstrap(upTo(6), 0.99)).isEmpty();
    assertThat(MedianInterval.bootstrap(upTo(5), 0.90)).isPresent();
  }

  @Test
  void isOnePointWhereAllValuesAreEqual() {
    assertThat(MedianInterval.bootstrap(Collections.nCopies(9, 0.1), 0.95))
        .hasValue(new Interval(0.1, 0.1, 0.95));
  }

  @Test
  void doesNotMindOneFarValue() {
    var values = new java.util.ArrayList<>(upTo(20));
    values.set(19, 1e9);

    assertThat(MedianInterval.bootstrap(values, 0.95).orElseThrow().high()).isLessThan(16);
  }

  @Test
  void refusesWhatHasNoOrder() {
    assertThatThrownBy(() -> MedianInterval.bootstrap(List.of(1.0, Double.NaN), 0.95))
        .hasMessageContaining("NaN among 2 values");
    assertThatThrownBy(() -> MedianInterval.bootstrap(upTo(9), 95)).hasMessageContaining("95.0");
  }
}
