package dev.assay.core.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Where a series changes its mean or its variance.
///
/// The cut of the series into segments whose cost is the least, found by PELT (R. Killick, P.
/// Fearnhead, I. A. Eckley, "Optimal Detection of Changepoints With a Linear Computational Cost",
/// Journal of the American Statistical Association 107 (2012), section 3). The cost of a segment is
/// twice the negative logarithm of the likelihood of normal values with its own mean and variance;
/// each further segment costs `PENALTY · ln n`, as in E. Barrett et al., "Virtual Machine Warmup
/// Blows Hot and Cold", OOPSLA 2017.
final class ChangePoints {
  /// Shorter segments are not looked for: the variance of two or three values can be anything.
  static final int MIN_SEGMENT = 5;

  private static final double PENALTY = 15;

  private final double[] sums;
  private final double[] squares;
  private final double leastVariance;

  private ChangePoints(double[] values, double leastVariance) {
    double centre = values.length == 0 ? 0 : values[0];
    this.sums = new double[values.length + 1];
    this.squares = new double[values.length + 1];
    this.leastVariance = leastVariance;
    for (int i = 0; i < values.length; i++) {
      double value = values[i] - centre;
      sums[i + 1] = sums[i] + value;
      squares[i + 1] = squares[i] + value * value;
    }
  }

  /// The places where segments after the first begin, ascending.
  ///
  /// @param leastVariance above 0; a segment counts as having this one at least, so that values
  ///   which a clock has rounded to the same one are not infinitely likely
  static List<Integer> find(double[] values, double leastVariance) {
    return new ChangePoints(values, leastVariance).find();
  }

  private List<Integer> find() {
    int size = sums.length - 1;
    double penalty = PENALTY * Math.log(Math.max(2, size));
    double[] cost = new double[size + 1];
    int[] from = new int[size + 1];
    cost[0] = -penalty;
    var candidates = new ArrayList<Integer>();
    for (int end = MIN_SEGMENT; end <= size; end++) {
      if (end == MIN_SEGMENT || end >= 2 * MIN_SEGMENT) {
        candidates.add(end - MIN_SEGMENT);
      }
      cost[end] = Double.POSITIVE_INFINITY;
      for (int start : candidates) {
        double total = cost[start] + cost(start, end) + penalty;
        if (total < cost[end]) {
          cost[end] = total;
          from[end] = start;
        }
      }
      prune(candidates, cost, end - MIN_SEGMENT + 1);
    }
    return starts(from, size);
  }

  /// A segment that begins at a start which loses to one that begins at `next` goes on losing. That
  /// is so from where a segment from `next` is long enough.
  private void prune(List<Integer> candidates, double[] cost, int next) {
    candidates.removeIf(
        start -> start + MIN_SEGMENT <= next && cost[start] + cost(start, next) > cost[next]);
  }

  private static List<Integer> starts(int[] from, int size) {
    var starts = new ArrayList<Integer>();
    for (int at = from[size]; at > 0; at = from[at]) {
      starts.add(at);
    }
    Collections.reverse(starts);
    return starts;
  }

  private double cost(int start, int end) {
    int count = end - start;
    double mean = (sums[end] - sums[start]) / count;
    double variance = (squares[end] - squares[start]) / count - mean * mean;
    return count * (Math.log(Math.max(variance, leastVariance)) + Math.log(2 * Math.PI) + 1);
  }
}
