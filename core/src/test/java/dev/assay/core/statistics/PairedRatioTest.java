package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  /// Inputs that differ by a thousand times more than the two programs do.
  @Test
  void seesASmallDifferenceThroughInputsThatDifferWidely() {
    RandomGenerator random = Distributions.generator(5);
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double input = Math.exp(7 * random.nextDouble());
      first.add(1.02 * input * (1 + 0.005 * random.nextGaussian()));
      second.add(input * (1 + 0.005 * random.nextGaussian()));
    }

    PairedRatio ratio = PairedRatio.of(first, second, 0.95);

    assertThat(ratio.ratio()).isCloseTo(1.02, within(0.005));
    assertThat(Objects.requireNonNull(ratio.interval()).contains(1)).isFalse();
    assertThat(ratio.interval().contains(1.02)).isTrue();
    assertThat(ratio.pairs()).isEqualTo(20);
  }

  @Test
  void holdsTheTrueRatioAsOftenAsItSays() {
    RandomGenerator random = Distributions.generator(6);
    int held = 0;
    for (int i = 0; i < 10_000; i++) {
      List<Double> first = Distributions.LOGNORMAL.sample(random, 12);
      List<Double> second = first.stream().map(x -> x / 1.5 * noise(random)).toList();
      Interval interval = PairedRatio.of(first, second, 0.95).interval();
      held += Objects.requireNonNull(interval).contains(1.5) ? 1 : 0;
    }

    assertThat(held / 10_000.0).isBetween(0.945, 0.975);
  }

  private static double noise(RandomGenerator random) {
    return Math.exp(0.1 * random.nextGaussian());
  }

  @Test
  void isTheReciprocalWhenTheTwoChangePlaces() {
    List<Double> first = List.of(1.0, 2.0, 4.0, 8.0, 1.0, 1.0, 3.0);
    List<Double> second = List.of(2.0, 2.0, 2.0, 2.0, 3.0, 1.0, 5.0);

    PairedRatio there = PairedRatio.of(first, second, 0.95);
    PairedRatio back = PairedRatio.of(second, first, 0.95);

    assertThat(there.ratio()).isCloseTo(1 / back.ratio(), within(1e-12));
    assertThat(Objects.requireNonNull(there.interval()).low())
        .isCloseTo(1 / Objects.requireNonNull(back.interval()).high(), within(1e-12));
  }

  @Test
  void doesNotMindOneDisturbedPair() {
    List<Double> second = IntStream.range(0, 9).mapToObj(i -> 1.0 + i).toList();
    List<Double> first = new ArrayList<>(second);
    first.set(4, 1e6);

    assertThat(PairedRatio.of(first, second, 0.95).ratio()).isEqualTo(1);
  }

  @Test
  void hasNoIntervalForFewPairs() {
    PairedRatio ratio = PairedRatio.of(List.of(4.0, 1.0), List.of(1.0, 1.0), 0.95);

    assertThat(ratio.ratio()).isCloseTo(2, within(1e-12));
    assertThat(ratio.interval()).isNull();
  }

  @Test
  void refusesValuesWithoutAPartnerOrALogarithm() {
    assertThatThrownBy(() -> PairedRatio.of(List.of(1.0, 2.0), List.of(1.0), 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 values cannot be paired with 1");
    assertThatThrownBy(() -> PairedRatio.of(List.of(), List.of(), 0.95))
        .isInstanceOf(IllegalArgumentException.class);
    for (double odd : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> PairedRatio.of(List.of(1.0, odd), List.of(1.0, 1.0), 0.95))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("value 1 is " + odd);
      assertThatThrownBy(() -> PairedRatio.of(List.of(1.0, 1.0), List.of(1.0, odd), 0.95))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
