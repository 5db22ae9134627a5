package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedBeta;
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

  /// Halving, which is slow and cannot fail.
  private static double betaQuantile(double shape, double probability) {
    double low = 0;
    double high = 0.5;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (RegularizedBeta.value(middle, shape, shape) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 0.95, 0.99, 0.999})
  void liesWhereHalvingFindsTheShares(double level) {
    for (int size : IntStream.iterate(15, n -> n < 20_000, n -> 1 + n * 9 / 8).toArray()) {
      double low = MedianInterval.bootstrap(upTo(size), level).orElseThrow().low();

      assertThat(low)
          .as("%d values", size)
          .isCloseTo(
              (size + 1) * betaQuantile((size + 1) / 2.0, (1 - level) / 2),
              withinPercentage(1e-10));
    }
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
