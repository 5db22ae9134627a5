package dev.assay.core.statistics;

import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.jspecify.annotations.Nullable;

/// How values grow with a parameter: `value = factor * parameter^exponent`.
///
/// Ordinary least squares on the logarithms of both. The interval of the exponent is Student's,
/// with two degrees of freedom fewer than there are values: it holds where the values scatter
/// around a straight line on logarithms, each independent of the others. Where growth is no power,
/// as `N log N`, it tells how well a power describes what was measured and nothing beyond.
///
/// @param values how many there were
/// @param interval of the exponent; absent for fewer than three values
public record PowerLaw(int values, double exponent, double factor, @Nullable Interval interval) {
  private static final int HALVINGS = 80;

  /// Empty unless there are two different parameters.
  ///
  /// @param parameters positive
  /// @param values positive, each of the parameter at the same place
  /// @param level as in 0.95
  /// @throws IllegalArgumentException when a value has no parameter or no logarithm
  public static Optional<PowerLaw> fit(List<Double> parameters, List<Double> values, double level) {
    Interval.requireLevel(level);
    if (parameters.size() != values.size()) {
      throw new IllegalArgumentException(
          "%d parameters for %d values".formatted(parameters.size(), values.size()));
    }
    double[] x = logarithms(parameters);
    double[] y = logarithms(values);
    double spread = squares(x, mean(x), x, mean(x));
    if (x.length < 2 || !(spread > 0)) {
      return Optional.empty();
    }
    double exponent = squares(x, mean(x), y, mean(y)) / spread;
    double shift = mean(y) - exponent * mean(x);
    return Optional.of(
        new PowerLaw(
            x.length,
            exponent,
            Math.exp(shift),
            x.length < 3 ? null : interval(x, y, exponent, shift, spread, level)));
  }

  private static Interval interval(
      double[] x, double[] y, double exponent, double shift, double spread, double level) {
    double rest = 0;
    for (int i = 0; i < x.length; i++) {
      double off = y[i] - shift - exponent * x[i];
      rest += off * off;
    }
    int freedom = x.length - 2;
    double width = studentQuantile(freedom, level) * Math.sqrt(rest / freedom / spread);
    return new Interval(exponent - width, exponent + width, level);
  }

  /// What Student's t exceeds in absolute value with the probability `1 - level`.
  static double studentQuantile(int freedom, double level) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (RegularizedBeta.value(middle, freedom / 2.0, 0.5) < 1 - level) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double share = (low + high) / 2;
    return Math.sqrt(freedom * (1 - share) / share);
  }

  private static double[] logarithms(List<Double> values) {
    double[] all = new double[values.size()];
    for (int i = 0; i < all.length; i++) {
      double value = values.get(i);
      if (!(value > 0) || !Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "value %d is %s: a power law needs positive, finite values".formatted(i, value));
      }
      all[i] = Math.log(value);
    }
    return all;
  }

  private static double mean(double... values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double squares(double[] x, double meanX, double[] y, double meanY) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - meanX) * (y[i] - meanY);
    }
    return sum;
  }
}
