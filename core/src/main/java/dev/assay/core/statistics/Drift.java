package dev.assay.core.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.numbers.gamma.Erfc;

/// Values that rise or fall over the order in which they were measured.
///
/// The test of Mann and Kendall for a trend, two-sided, on ranks, so that it assumes nothing about
/// how the values are distributed (M. G. Kendall, "Rank Correlation Methods"; the variance is
/// corrected for ties, and the normal approximation for continuity). How much: the median of the
/// slopes of all pairs, from the first to the last (P. K. Sen, "Estimates of the Regression
/// Coefficient Based on Kendall's Tau", Journal of the American Statistical Association 63 (1968)),
/// on logarithms: so a fall is never by more than all of it.
///
/// Of values in random order one sample in 100 at most is said to drift: the hand-over order is
/// shuffled, so what the seeds are cannot make a drift, only what happened meanwhile.
///
/// @param change from the first to the last as a share of the first: 0.12 for a rise by 12 %, above
///   -1
record Drift(double change) {
  /// The largest probability under the null hypothesis that is called a drift.
  static final double SIGNIFICANCE = 0.01;

  /// The least change that is worth a word.
  static final double LEAST_CHANGE = 0.02;

  /// Fewer values than this are not looked at: below it the normal approximation is poor.
  static final int MIN_VALUES = 10;

  /// More values than this are looked at as the medians of so many stretches, since there are too
  /// many pairs.
  private static final int MAX_VALUES = 500;

  /// Empty where the values are too few or one of them is not above 0.
  ///
  /// @param inOrder in the order in which they were measured, all finite
  static Optional<Drift> find(List<Double> inOrder) {
    if (inOrder.size() < MIN_VALUES) {
      return Optional.empty();
    }
    var sample = SortedSample.of(inOrder);
    double[] values = thinned(inOrder);
    if (!(sample.at(1) > 0) || probability(values) > SIGNIFICANCE) {
      return Optional.empty();
    }
    double[] logarithms = Arrays.stream(values).map(Math::log).toArray();
    double change = Math.expm1(slope(logarithms) * (values.length - 1));
    return Math.abs(change) < LEAST_CHANGE ? Optional.empty() : Optional.of(new Drift(change));
  }

  private static double[] thinned(List<Double> values) {
    int count = Math.min(values.size(), MAX_VALUES);
    double[] thinned = new double[count];
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) i * values.size() / count);
      int to = (int) ((i + 1L) * values.size() / count);
      thinned[i] = SortedSample.of(values.subList(from, to)).median();
    }
    return thinned;
  }

  /// Of a trend at least as clear as this one, in either direction, in values in random order.
  static double probability(double[] values) {
    long concordance = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i + 1; j < values.length; j++) {
        concordance += Double.compare(values[j], values[i]);
      }
    }
    double variance = variance(values);
    if (variance == 0) {
      return 1;
    }
    double z = Math.max(0, Math.abs(concordance) - 1) / Math.sqrt(variance);
    return Erfc.value(z / Math.sqrt(2));
  }

  private static double variance(double[] values) {
    Map<Double, Integer> ties = new HashMap<>();
    Arrays.stream(values).forEach(value -> ties.merge(value, 1, Integer::sum));
    double sum = term(values.length);
    for (int size : ties.values()) {
      sum -= term(size);
    }
    return sum / 18;
  }

  private static double term(double count) {
    return count * (count - 1) * (2 * count + 5);
  }

  private static double slope(double[] values) {
    var slopes = new ArrayList<Double>(values.length * (values.length - 1) / 2);
    for (int i = 0; i < values.length; i++) {
      for (int j = i + 1; j < values.length; j++) {
        slopes.add((values[j] - values[i]) / (j - i));
      }
    }
    return SortedSample.of(slopes).median();
  }
}
