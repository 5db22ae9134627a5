package dev.assay.core.statistics;

import java.util.Arrays;
import java.util.List;

/// Values in ascending order.
final class SortedSample {
  private final double[] values;

  private SortedSample(double[] values) {
    this.values = values;
  }

  /// @throws IllegalArgumentException when a value is not finite
  static SortedSample of(List<Double> values) {
    for (Double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "%s among %d values: only finite values can be ordered"
                .formatted(value, values.size()));
      }
    }
    return new SortedSample(values.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }

  /// The part from one place to before another, places counted from 0.
  SortedSample part(int from, int to) {
    return new SortedSample(Arrays.copyOfRange(values, from, to));
  }

  /// A copy.
  double[] values() {
    return values.clone();
  }

  int size() {
    return values.length;
  }

  /// The value at a place from 1 to the size, between two values in proportion; outside of that the
  /// first or the last.
  double at(double place) {
    double inside = Math.clamp(place, 1, size());
    int below = (int) Math.floor(inside);
    double share = inside - below;
    return share == 0 ? values[below - 1] : between(values[below - 1], values[below], share);
  }

  /// Never outside of the two, whatever rounding does.
  private static double between(double low, double high, double share) {
    return Math.clamp(low + share * (high - low), low, high);
  }

  /// Of an even number the mean of the middle two.
  double median() {
    return at((size() + 1) / 2.0);
  }
}
