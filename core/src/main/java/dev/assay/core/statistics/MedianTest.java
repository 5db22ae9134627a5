package dev.assay.core.statistics;

import java.util.List;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/// How well values go together with a median that one supposes: the same bootstrap as
/// `MedianInterval`, read the other way round. The probability is the smallest α whose interval at
/// the level 1-α leaves the supposed median out, so it is below 0.05 exactly where the 95 %
/// interval does.
///
/// Of n values it is never below `2 / 2^n`, which is how often all of them fall on one side of
/// their own median (the sign test): nothing that n values show can be rarer evidence than that.
public final class MedianTest {
  private MedianTest() {}

  /// The probability, two-sided, from 0 to 1; 1 without values.
  ///
  /// @param values in any order, all finite
  /// @param median that is supposed
  public static double probability(List<Double> values, double median) {
    double[] sorted = SortedSample.of(values).values();
    int n = sorted.length;
    if (n == 0) {
      return 1;
    }
    double shape = (n + 1) / 2.0;
    double share = shareAt(sorted, median);
    if (share == 0.5) {
      return 1;
    }
    double tail = RegularizedBeta.value(Math.min(share, 1 - share), shape, shape);
    return Math.clamp(2 * tail, Math.min(1, Math.scalb(2.0, -n)), 1);
  }

  /// The share of the continuous distribution that lies below a value. Where many values are equal
  /// to it, the share nearest to the middle.
  private static double shareAt(double[] sorted, double value) {
    double first = placeAt(sorted, value, false);
    double last = placeAt(sorted, value, true);
    double middle = (sorted.length + 1) / 2.0;
    return Math.clamp(middle, first, last) / (sorted.length + 1);
  }

  /// The first or last place, from 0 to n+1, at which the value stands.
  private static double placeAt(double[] sorted, double value, boolean last) {
    int below = 0;
    while (below < sorted.length && (last ? sorted[below] <= value : sorted[below] < value)) {
      below++;
    }
    // sorted[below - 1] is before the value, sorted[below] beyond it; or it is a value itself.
    if (last && below > 0 && sorted[below - 1] == value) {
      return below;
    }
    if (!last && below < sorted.length && sorted[below] == value) {
      return below + 1;
    }
    if (below == 0) {
      return 0;
    }
    if (below == sorted.length) {
      return sorted.length + 1;
    }
    double gap = sorted[below] - sorted[below - 1];
    return below + (value - sorted[below - 1]) / gap;
  }
}
