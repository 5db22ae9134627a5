package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void isTheWidthOfTheMiddleHalfByTheMedian() {
    assertThat(Spread.relative(List.of(10.0, 14.0, 12.0, 11.0, 13.0)).orElseThrow())
        .isCloseTo(2 / 12.0, within(1e-12));
    assertThat(Spread.relative(List.of(1.0, 2.0, 3.0, 4.0)).orElseThrow())
        .isCloseTo(1.5 / 2.5, within(1e-12));
    assertThat(Spread.relative(List.of(1.0, 1.0, 1.0, 1.0, 99.0))).hasValue(0);
  }

  @Test
  void isAbsentForFewValuesAndWhereTheMedianIsNotPositive() {
    assertThat(Spread.relative(List.of(1.0, 2.0, 3.0))).isEmpty();
    assertThat(Spread.relative(List.of(-1.0, 0.0, 0.0, 1.0))).isEmpty();
  }

  @Test
  void intervalsHaveAnOrderAndALevel() {
    assertThat(new Interval(1, 2, 0.9).contains(2)).isTrue();
    assertThat(new Interval(1, 2, 0.9).contains(2.1)).isFalse();
    assertThatThrownBy(() -> new Interval(2, 1, 0.9)).hasMessageContaining("from 2.0 to 1.0");
    assertThatThrownBy(() -> new Interval(1, 2, 1)).hasMessageContaining("1.0");
  }
}
