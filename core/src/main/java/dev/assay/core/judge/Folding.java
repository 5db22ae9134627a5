package dev.assay.core.judge;

import dev.assay.core.bundle.Fold;
import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;

/// Folds values on the way out.
public final class Folding {
  private Folding() {}

  /// The folded value; empty when there are no values. Of an even number the median is the mean of
  /// the middle two.
  public static OptionalDouble fold(Fold fold, Collection<Double> values) {
    if (values.isEmpty()) {
      return OptionalDouble.empty();
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return OptionalDouble.of(
        switch (fold) {
          case MIN -> sorted[0];
          case MAX -> sorted[sorted.length - 1];
          case MEDIAN -> median(sorted);
          case MEAN -> mean(sorted);
        });
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    if (sorted.length % 2 == 1) {
      return sorted[middle];
    }
    return mean(new double[] {sorted[middle - 1], sorted[middle]});
  }

  /// The sum is compensated and in ascending order, so that the order of the cases does not matter;
  /// where it is too large for a double, the shares are summed instead. Rounding cannot lift a mean
  /// above the maximum.
  private static double mean(double[] sorted) {
    double sum = Arrays.stream(sorted).sum();
    double mean =
        Double.isFinite(sum)
            ? sum / sorted.length
            : Arrays.stream(sorted).map(value -> value / sorted.length).sum();
    return Math.clamp(mean, sorted[0], sorted[sorted.length - 1]);
  }
}
