package dev.assay.core.statistics;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How many times as much the first of two costs as the second, from pairs that belong together:
/// the same seed, or neighbours in time. What both of a pair have in common cancels out.
///
/// The median of the pairs' ratios, taken on logarithms, so that exchanging the two gives exactly
/// the reciprocal. Not the geometric mean: noise of a machine only ever adds time, now and then a
/// lot, and one such pair moves a mean as far as it likes; and the interval of a median needs no
/// assumption about how the ratios are distributed. The price is an interval wider by a quarter
/// where they are normal. It is not the ratio of the two medians.
///
/// @param pairs how many there were
/// @param ratio above 1: the first is the larger
/// @param interval of the ratio; absent where the pairs are too few (`MedianInterval`)
public record PairedRatio(int pairs, double ratio, @Nullable Interval interval) {
  /// @param first positive values
  /// @param second positive values, as many, each the partner of the one at the same place
  /// @param level as in 0.95
  /// @throws IllegalArgumentException when there is no pair, when one has no partner, or when a
  ///   value has no logarithm
  public static PairedRatio of(List<Double> first, List<Double> second, double level) {
    if (first.size() != second.size() || first.isEmpty()) {
      throw new IllegalArgumentException(
          "%d values cannot be paired with %d: each needs its partner"
              .formatted(first.size(), second.size()));
    }
    requirePositive(first);
    requirePositive(second);
    List<Double> logarithms =
        IntStream.range(0, first.size())
            .mapToObj(i -> Math.log(first.get(i)) - Math.log(second.get(i)))
            .toList();
    Interval interval =
        MedianInterval.bootstrap(logarithms, level)
            .map(one -> new Interval(Math.exp(one.low()), Math.exp(one.high()), level))
            .orElse(null);
    return new PairedRatio(first.size(), Math.exp(SortedSample.of(logarithms).median()), interval);
  }

  private static void requirePositive(List<Double> values) {
    for (int i = 0; i < values.size(); i++) {
      double value = values.get(i);
      if (!(value > 0) || !Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "value %d is %s: a ratio needs positive, finite values".formatted(i, value));
      }
    }
  }
}
