package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerLawTest {
  private static final List<Double> SIZES = List.of(256.0, 512.0, 1024.0, 2048.0, 4096.0);

  @Test
  void findsThePowerThatValuesFollowExactly() {
    PowerLaw law =
        PowerLaw.fit(SIZES, SIZES.stream().map(n -> 3e-9 * n * n).toList(), 0.95).orElseThrow();

    assertThat(law.exponent()).isCloseTo(2, within(1e-12));
    assertThat(law.factor()).isCloseTo(3e-9, within(1e-18));
    Interval interval = Objects.requireNonNull(law.interval());
    assertThat(interval.high() - interval.low()).isLessThan(1e-9);
  }

  @Test
  void twoValuesHaveAnExponentAndNoInterval() {
    PowerLaw law = PowerLaw.fit(List.of(1.0, 10.0), List.of(5.0, 5.0), 0.95).orElseThrow();

    assertThat(law.exponent()).isZero();
    assertThat(law.interval()).isNull();
  }

  @Test
  void oneParameterTellsNothing() {
    assertThat(PowerLaw.fit(List.of(8.0), List.of(1.0), 0.95)).isEmpty();
    assertThat(PowerLaw.fit(List.of(8.0, 8.0), List.of(1.0, 2.0), 0.95)).isEmpty();
    assertThat(PowerLaw.fit(List.of(), List.of(), 0.95)).isEmpty();
  }

  @Test
  void whatHasNoLogarithmIsRefused() {
    assertThatThrownBy(() -> PowerLaw.fit(List.of(1.0, 0.0), List.of(1.0, 1.0), 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("value 1 is 0.0");
  }

  /// From a table of Student's distribution.
  @ParameterizedTest
  @CsvSource({"1,12.706", "2,4.303", "3,3.182", "8,2.306", "30,2.042"})
  void knowsStudentsQuantiles(int freedom, double quantile) {
    assertThat(PowerLaw.studentQuantile(freedom, 0.95)).isCloseTo(quantile, within(5e-4));
  }

  @Test
  void theIntervalHoldsTheExponentAsOftenAsItSays() {
    var random = new Random(20);
    int held = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      List<Double> values =
          SIZES.stream()
              .map(n -> 2e-9 * Math.pow(n, 1.5) * Math.exp(0.05 * random.nextGaussian()))
              .toList();
      Interval interval = PowerLaw.fit(SIZES, values, 0.95).orElseThrow().interval();
      held += interval != null && interval.contains(1.5) ? 1 : 0;
    }

    assertThat(held / 2_000.0).isBetween(0.935, 0.965);
  }
}
