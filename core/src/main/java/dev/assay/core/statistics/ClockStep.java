package dev.assay.core.statistics;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;

/// Makes values that were read from a coarse clock continuous.
final class ClockStep {
  /// Digits that are looked at: the last few of a double come from arithmetic.
  private static final MathContext DIGITS = new MathContext(12);

  /// A common unit this much smaller than the least distance is no clock's step.
  private static final double LEAST_UNIT = 1e-3;

  private ClockStep() {}

  /// Distinct values: of several that are equal, each gets its part of the step around them. Values
  /// without equals stay as they are; so do all when they are all equal.
  ///
  /// @param sorted in ascending order, all finite
  static double[] spread(double[] sorted) {
    double[] rounded =
        Arrays.stream(sorted).map(value -> new BigDecimal(value, DIGITS).doubleValue()).toArray();
    double step = step(rounded);
    double[] spread = rounded.clone();
    for (int from = 0; from < rounded.length; ) {
      int to = from + 1;
      while (to < rounded.length && rounded[to] == rounded[from]) {
        to++;
      }
      for (int i = from; to - from > 1 && i < to; i++) {
        spread[i] = rounded[from] + step * ((i - from + 0.5) / (to - from) - 0.5);
      }
      from = to;
    }
    return distinct(spread);
  }

  /// Where spread values meet others, the order is made strict again by the least that a double can
  /// tell.
  private static double[] distinct(double[] values) {
    Arrays.sort(values);
    for (int i = 1; i < values.length && values[0] != values[values.length - 1]; i++) {
      values[i] = Math.max(values[i], Math.nextUp(values[i - 1]));
    }
    return values;
  }

  private static double step(double[] sorted) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 1; i < sorted.length; i++) {
      double distance = sorted[i] - sorted[i - 1];
      least = distance > 0 ? Math.min(least, distance) : least;
    }
    if (least == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double unit = commonUnit(sorted);
    return unit >= LEAST_UNIT * least ? unit : least;
  }

  /// The largest decimal number of which all values are multiples.
  private static double commonUnit(double[] values) {
    int scale = 0;
    for (double value : values) {
      scale = Math.max(scale, BigDecimal.valueOf(value).stripTrailingZeros().scale());
    }
    BigInteger unit = BigInteger.ZERO;
    for (double value : values) {
      unit = unit.gcd(BigDecimal.valueOf(value).setScale(scale).unscaledValue());
    }
    return new BigDecimal(unit, scale).doubleValue();
  }
}
