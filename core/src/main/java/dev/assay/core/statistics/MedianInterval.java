package dev.assay.core.statistics;

import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/// Where the median lies of all the values of which some were measured.
///
/// The smoothed bootstrap, in closed form. The plain percentile bootstrap draws from the measured
/// values alone, so for the median it can only give a few of them back; simulated for 6 to 30
/// normal, lognormal, exponential and uniform values, its 95 % intervals held the median in 87 to
/// 97 % of the cases, by turns with the number of values. BCa does not mend that: its acceleration
/// comes from leaving out one value at a time, which moves a median to one of three places only. So
/// the samples are drawn from the measured distribution made continuous, in which the value at the
/// place `(n+1)u` stands for the share `u`, between two values in proportion. Then the median of a
/// sample of n lies at `u ~ Beta((n+1)/2, (n+1)/2)`, and the percentiles of infinitely many samples
/// are known without drawing one: `Q(b(α/2))` to `Q(b(1-α/2))`. This is the interval by fractional
/// order statistics of A. D. Hutson, "Calculating nonparametric confidence intervals for quantiles
/// using fractional order statistics", Journal of Applied Statistics 26 (1999). In the same
/// simulation it held the median in 95 to 97 %; ties widen it. Where few values fall in two distant
/// groups it can be short: 93 % for six values.
///
/// It says how far the median of these seeds is from that of all seeds on this machine as it was.
/// It knows nothing of another day, another build or another machine.
public final class MedianInterval {
  /// Halving alone finds any share exactly enough in so many.
  private static final int MOST_STEPS = 60;

  /// The error after a step is about its square, so none is needed after such a part of the place.
  private static final double LAST_STEP = 1e-9;

  /// Half of the standard deviations between the median and the usual 2.5 %: where to begin.
  private static final double NORMAL = 0.98;

  private MedianInterval() {}

  /// Empty where the values are too few for the level, since an end would lie beyond the smallest
  /// or the largest of them: 95 % needs six.
  ///
  /// @param values in any order, all finite
  /// @param level as in 0.95
  public static Optional<Interval> bootstrap(List<Double> values, double level) {
    Interval.requireLevel(level);
    var sample = SortedSample.of(values);
    int n = sample.size();
    double place = (n + 1) * betaQuantile((n + 1) / 2.0, (1 - level) / 2);
    if (n == 0 || place < 1) {
      return Optional.empty();
    }
    return Optional.of(new Interval(sample.at(place), sample.at(n + 1 - place), level));
  }

  /// The median itself; of an even number of values the mean of the middle two.
  ///
  /// @param values at least one, all finite
  public static double median(List<Double> values) {
    return SortedSample.of(values).median();
  }

  /// The value below which a symmetric beta distribution has the share `probability`, at most 1/2:
  /// by Newton's steps from what a normal distribution would have there, kept between ends that
  /// halving would keep too. Five or six steps find what takes halving fifty, and a standing of
  /// hundreds of entries asks hundreds of times.
  private static double betaQuantile(double shape, double probability) {
    double low = 0;
    double high = 0.5;
    double place = Math.max(high / 8, high - NORMAL / Math.sqrt(2 * shape + 1));
    for (int i = 0; i < MOST_STEPS; i++) {
      double excess = RegularizedBeta.value(place, shape, shape) - probability;
      if (excess < 0) {
        low = place;
      } else {
        high = place;
      }
      double step = excess / RegularizedBeta.derivative(place, shape, shape);
      if (Math.abs(step) <= LAST_STEP * place) {
        return place - step;
      }
      double next = place - step;
      place = next > low && next < high ? next : (low + high) / 2;
    }
    return place;
  }
}
