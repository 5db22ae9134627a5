package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MedianTestTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void isTheIntervalReadTheOtherWayRound(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int trial = 0; trial < 200; trial++) {
      int count = 6 + random.nextInt(30);
      List<Double> values =
          DoubleStream.generate(() -> Math.rint(40 * (random.nextGaussian() + 0.4)) / 10)
              .limit(count)
              .boxed()
              .toList();

      double p = MedianTest.probability(values, 0);
      var interval = MedianInterval.bootstrap(values, 0.95).orElseThrow();

      if (Math.abs(p - 0.05) > 1e-9) {
        assertThat(p < 0.05).isEqualTo(!interval.contains(0));
      }
    }
  }

  @Test
  void isOneInTheMiddleAndForEqualValues() {
    assertThat(MedianTest.probability(List.of(1.0, 2.0, 3.0), 2)).isEqualTo(1);
    assertThat(MedianTest.probability(List.of(2.0, 2.0, 2.0, 2.0), 2)).isEqualTo(1);
    assertThat(MedianTest.probability(List.of(), 2)).isEqualTo(1);
  }

  @Test
  void isNeverRarerThanAllSignsEqual() {
    List<Double> values = IntStream.rangeClosed(1, 10).mapToObj(i -> (double) i).toList();

    assertThat(MedianTest.probability(values, -5)).isEqualTo(Math.scalb(2.0, -10));
  }

  @Test
  void holmAdjustsEachAtItsPlace() {
    assertThat(Holm.adjust(List.of(0.01, 0.04, 0.03, 0.5))).containsExactly(0.04, 0.09, 0.09, 0.5);
    assertThat(Holm.adjust(List.of())).isEmpty();
  }
}
