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
          case MEAN -> Arrays.stream(sorted).sum() / sorted.length;
        });
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    if (sorted.length % 2 == 1) {
      return sorted[middle];
    }
    return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
  }
}
