package dev.assay.core.statistics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two samples that have nothing in common, as the repeats of two programs: by how much the mean of
/// the first lies above that of the second. B. L. Welch's test (Biometrika 34, 1947), which lets
/// the two spread differently, and Student's t.
///
/// A rank test would ask less of the noise, but of six and six values none goes below a probability
/// of 2 in 924, which Holm's adjustment over twenty neighbours lifts to where nothing is told
/// apart.
///
/// One value alone says nothing of its spread. It is held against the other sample as if it spread
/// as that does, which needs three values there; with fewer, nothing is told apart.
///
/// @param difference of the means, first less second
/// @param interval of it; absent where the values are too few
/// @param p probability of means at least so far apart when there is no difference, two-sided; 1
///   where the values are too few
public record Welch(double difference, @Nullable Interval interval, double p) {
  private static final int FEWEST_BESIDE_ONE = 3;

  /// @param first at least one, all finite
  /// @param second at least one, all finite
  /// @param level as in 0.95
  public static Welch of(List<Double> first, List<Double> second, double level) {
    var one = Moments.of(first);
    var other = Moments.of(second);
    double difference = one.mean - other.mean;
    int fewest = Math.min(one.count, other.count);
    if (fewest >= 2) {
      double a = one.variance / one.count;
      double b = other.variance / other.count;
      double degrees = (a + b) * (a + b) / (a * a / (one.count - 1) + b * b / (other.count - 1));
      return of(difference, Math.sqrt(a + b), degrees, level);
    }
    var many = one.count > other.count ? one : other;
    return many.count < FEWEST_BESIDE_ONE
        ? new Welch(difference, null, 1)
        : of(
            difference, Math.sqrt(many.variance * (1 + 1.0 / many.count)), many.count - 1.0, level);
  }

  /// @param error standard error of the difference; 0 where all values of a sample are the same
  private static Welch of(double difference, double error, double degrees, double level) {
    if (!(error > 0)) {
      var exactly = new Interval(difference, difference, level);
      return new Welch(difference, exactly, difference == 0 ? 1 : 0);
    }
    double reach = error * StudentT.twoSided(level, degrees);
    return new Welch(
        difference,
        new Interval(difference - reach, difference + reach, level),
        StudentT.beyond(Math.abs(difference) / error, degrees));
  }

  private record Moments(int count, double mean, double variance) {
    static Moments of(List<Double> values) {
      if (values.isEmpty()) {
        throw new IllegalArgumentException("a sample without values cannot be held against one");
      }
      double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
      return new Moments(values.size(), mean, squares / Math.max(1, values.size() - 1));
    }
  }
}
