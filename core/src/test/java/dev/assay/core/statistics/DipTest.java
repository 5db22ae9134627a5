package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DipTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 20, 101})
  void isLeastForEvenlySpacedValues(int size) {
    double[] even = IntStream.range(0, size).mapToDouble(i -> 3 + 0.5 * i).toArray();

    assertThat(Dip.of(even)).isCloseTo(1 / (2.0 * size), within(1e-9));
  }

  @Test
  void isHalfOfTheSmallerOfTwoDistantGroups() {
    double[] values = new double[20];
    for (int i = 0; i < 20; i++) {
      values[i] = (i < 14 ? 1 : 2) + 1e-6 * i;
    }

    assertThat(Dip.of(values)).isCloseTo(0.15, within(1e-3));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void isTheSameSeenFromTheOtherSide(long seed) {
    RandomGenerator random = Distributions.generator(seed);
    for (int n = 4; n < 60; n++) {
      double[] values = sorted(random, n);
      double[] mirrored = Arrays.stream(values).map(value -> -value).sorted().toArray();

      assertThat(Dip.of(mirrored)).isCloseTo(Dip.of(values), within(1e-9));
    }
  }

  /// The definition itself: no distribution with one mode is nearer, and one is as near.
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14, 15})
  void isTheDistanceToTheNearestDistributionWithOneMode(long seed) {
    RandomGenerator random = Distributions.generator(seed);
    for (int n = 4; n <= 14; n++) {
      double[] values = sorted(random, n);
      double dip = Dip.of(values);

      assertThat(hasOneModeWithin(values, dip + 1e-9)).as("n = %d", n).isTrue();
      if (dip > 1 / (2.0 * n) + 1e-9) {
        assertThat(hasOneModeWithin(values, dip - 1e-6)).as("n = %d", n).isFalse();
      }
    }
  }

  @ParameterizedTest(name = "{0} values")
  @ValueSource(ints = {10, 17, 20, 45, 100, 300})
  void boundsWhatOneEvenSampleInAHundredReaches(int size) {
    RandomGenerator random = Distributions.generator(99);
    int samples = 20_000;
    int beyond = 0;
    for (int i = 0; i < samples; i++) {
      beyond += Dip.of(random.doubles(size).sorted().toArray()) >= DipBound.of(size) ? 1 : 0;
    }

    assertThat(beyond / (double) samples).isBetween(0.007, 0.013);
  }

  private static double[] sorted(RandomGenerator random, int n) {
    return IntStream.range(0, n)
        .mapToDouble(
            i -> random.nextBoolean() ? random.nextGaussian() : 3 + 0.3 * random.nextExponential())
        .sorted()
        .toArray();
  }

  /// Whether a function that is convex up to some value, may jump there, and is concave from there
  /// on, is nowhere further than `distance` from the distribution function.
  private static boolean hasOneModeWithin(double[] x, double distance) {
    for (int mode = 0; mode < x.length; mode++) {
      double before = leastConvexEnd(x, mode, distance);
      double[] mirrored = Arrays.stream(x).map(value -> -value).sorted().toArray();
      double behind = 1 - leastConvexEnd(mirrored, x.length - 1 - mode, distance);
      if (before <= behind) {
        return true;
      }
    }
    return false;
  }

  /// The least value at `x[mode]` of a convex, rising function that stays in the band before it;
  /// above everything when there is none.
  private static double leastConvexEnd(double[] x, int mode, double distance) {
    double n = x.length;
    double least = Math.max(0, mode / n - distance);
    for (int i = 0; i <= mode; i++) {
      double lower = Math.max(0, Math.min((i + 1) / n, mode / n) - distance);
      if (lower > i / n + distance) {
        return 2;
      }
      for (int j = 0; j < i; j++) {
        double slope = (lower - (j / n + distance)) / (x[i] - x[j]);
        if (slope <= 0) {
          continue;
        }
        double end = lower + slope * (x[mode] - x[i]);
        least = Math.max(least, end);
        for (int k = i; k <= mode; k++) {
          if (lower + slope * (x[k] - x[i]) > k / n + distance + 1e-12) {
            return 2;
          }
        }
      }
    }
    return least > mode / n + distance ? 2 : least;
  }
}
