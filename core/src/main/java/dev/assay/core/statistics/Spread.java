package dev.assay.core.statistics;

import java.util.List;
import java.util.OptionalDouble;

/// How far values lie apart, whatever the farthest do.
public final class Spread {
  /// Fewer values have no quartiles worth the name.
  private static final int MIN_VALUES = 4;

  private Spread() {}

  /// The width of the middle half, from the first quartile to the third, as a share of the median.
  /// Quartiles lie at the places `1 + (n-1)/4` and `1 + 3(n-1)/4` (R. J. Hyndman and Y. Fan,
  /// "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), definition
  /// 7).
  ///
  /// Empty for fewer than four values, and where the median is not above 0.
  ///
  /// @param values in any order, all finite
  public static OptionalDouble relative(List<Double> values) {
    var sample = SortedSample.of(values);
    if (sample.size() < MIN_VALUES || !(sample.median() > 0)) {
      return OptionalDouble.empty();
    }
    double quarter = (sample.size() - 1) / 4.0;
    double width = sample.at(1 + 3 * quarter) - sample.at(1 + quarter);
    double spread = width / sample.median();
    return Double.isFinite(spread) ? OptionalDouble.of(spread) : OptionalDouble.empty();
  }
}
