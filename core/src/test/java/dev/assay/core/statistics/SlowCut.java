package dev.assay.core.statistics;

import java.util.ArrayList;
import java.util.List;

/// The same cut as `ChangePoints` finds, by dynamic programming over every start, without pruning
/// and by the definition of the variance.
final class SlowCut {
  private SlowCut() {}

  static List<Integer> find(double[] values, double leastVariance) {
    int size = values.length;
    double penalty = 15 * Math.log(size);
    double[] best = new double[size + 1];
    var cuts = new ArrayList<List<Integer>>();
    for (int end = 0; end <= size; end++) {
      best[end] = end == 0 ? -penalty : Double.POSITIVE_INFINITY;
      cuts.add(List.of());
      for (int start = 0; start <= end - ChangePoints.MIN_SEGMENT; start++) {
        double total = best[start] + cost(values, start, end, leastVariance) + penalty;
        if (total < best[end]) {
          best[end] = total;
          var cut = new ArrayList<>(cuts.get(start));
          if (start > 0) {
            cut.add(start);
          }
          cuts.set(end, cut);
        }
      }
    }
    return cuts.get(size);
  }

  private static double cost(double[] values, int start, int end, double leastVariance) {
    double mean = 0;
    for (int i = start; i < end; i++) {
      mean += values[i] / (end - start);
    }
    double variance = 0;
    for (int i = start; i < end; i++) {
      variance += (values[i] - mean) * (values[i] - mean) / (end - start);
    }
    return (end - start)
        * (Math.log(Math.max(variance, leastVariance)) + Math.log(2 * Math.PI) + 1);
  }
}
