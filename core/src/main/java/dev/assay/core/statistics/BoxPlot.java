package dev.assay.core.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/// Where values lie, in five places: the middle half as a box, its median, and whiskers to the
/// farthest values that lie within one and a half times the box's width from it (J. W. Tukey,
/// "Exploratory Data Analysis", 1977). Quartiles are those of `Spread`.
///
/// @param lowWhisker never above `lowQuartile`
/// @param highWhisker never below `highQuartile`
public record BoxPlot(
    double lowWhisker, double lowQuartile, double median, double highQuartile, double highWhisker) {
  /// Fewer values have no quartiles worth the name.
  public static final int MIN_VALUES = 4;

  private static final double REACH = 1.5;

  /// Empty for fewer than four values.
  ///
  /// @param values in any order, all finite
  public static Optional<BoxPlot> of(List<Double> values) {
    return values.size() < MIN_VALUES ? Optional.empty() : Optional.of(of(SortedSample.of(values)));
  }

  /// On logarithms, as a logarithmic axis shows it: quartiles between two values and the reach of
  /// whiskers are in proportion.
  ///
  /// @param values in any order, finite and above 0
  public static Optional<BoxPlot> ofRatios(List<Double> values) {
    return of(values.stream().map(GeometricMean::logarithm).toList())
        .map(box -> box.mapped(Math::exp));
  }

  private static BoxPlot of(SortedSample sample) {
    double quarter = (sample.size() - 1) / 4.0;
    double low = sample.at(1 + quarter);
    double high = sample.at(1 + 3 * quarter);
    double reach = REACH * (high - low);
    double[] within =
        Arrays.stream(sample.values())
            .filter(value -> value >= low - reach && value <= high + reach)
            .toArray();
    // Quartiles may lie between values, so that the nearest value within reach is inside of the
    // box.
    return new BoxPlot(
        Math.min(low, within[0]),
        low,
        sample.median(),
        high,
        Math.max(high, within[within.length - 1]));
  }

  private BoxPlot mapped(DoubleUnaryOperator scale) {
    return new BoxPlot(
        scale.applyAsDouble(lowWhisker),
        scale.applyAsDouble(lowQuartile),
        scale.applyAsDouble(median),
        scale.applyAsDouble(highQuartile),
        scale.applyAsDouble(highWhisker));
  }
}
