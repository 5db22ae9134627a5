package dev.assay.core.statistics;

import java.util.List;

/// The mean of ratios: half and double cancel out.
public final class GeometricMean {
  private GeometricMean() {}

  /// @param values at least one, finite and above 0
  /// @throws IllegalArgumentException where they are not
  public static double of(List<Double> values) {
    return Math.exp(
        values.stream()
            .mapToDouble(GeometricMean::logarithm)
            .average()
            .orElseThrow(() -> new IllegalArgumentException("no values have no mean")));
  }

  static double logarithm(double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s is no ratio: these are finite and above 0".formatted(value));
    }
    return Math.log(value);
  }
}
