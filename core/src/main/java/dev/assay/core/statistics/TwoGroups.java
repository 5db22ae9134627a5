package dev.assay.core.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Values that fall in two groups, each about a value of its own.
///
/// They do when either of two things holds, each of which is true of at most one sample in 100 that
/// has nothing of it:
///
/// 1. The gap between them is twice as wide as the wider of them. That finds small groups.
///    Simulated for normal, lognormal (σ of 1 and 2), exponential, even and Pareto (α of 1) values,
///    ten or more, at most 0.95 % have such a gap; nearly all of these are ten values with a very
///    long tail.
/// 2. The dip test finds more than one mode: one sample in 100 of evenly distributed values has
///    such a dip, and fewer of any other distribution with one mode (Hartigan and Hartigan 1985;
///    the bounds are in `DipBound`). That finds large groups without a clear gap. They are split so
///    that the logarithms of both parts lie as close together as they can (N. Otsu, "A Threshold
///    Selection Method from Gray-Level Histograms", IEEE Transactions on Systems, Man, and
///    Cybernetics 9 (1979)).
///
/// The dip test is for continuous values, and values of a coarse clock would seem to have many
/// modes. So equal values are first spread evenly over one step of their clock: the largest unit of
/// which all are multiples, or where there is none, the least distance between two of them.
///
/// A few values that lie apart are no group: each has at least three, and a tenth of all.
///
/// @param lowerCount how many lie about the lower value
/// @param lower median of the lower group
/// @param upperCount how many lie about the upper value
/// @param upper median of the upper group
record TwoGroups(int lowerCount, double lower, int upperCount, double upper) {
  /// The least ratio of the two medians that is worth a word.
  static final double LEAST_RATIO = 1.05;

  /// How many times as wide as the wider group a gap has to be.
  private static final double GAP = 2;

  /// Fewer values than this are not looked at.
  static final int MIN_VALUES = 10;

  private static final int MIN_GROUP = 3;
  private static final double MIN_SHARE = 0.1;

  /// Empty where the values are too few, or not all above 0.
  ///
  /// @param values in any order, all finite
  static Optional<TwoGroups> find(List<Double> values) {
    var sample = SortedSample.of(values);
    double[] sorted = sample.values();
    if (sorted.length < MIN_VALUES || !(sorted[0] > 0)) {
      return Optional.empty();
    }
    double[] continuous = ClockStep.spread(sorted);
    int split = gap(continuous);
    if (split == 0 && hasDip(continuous)) {
      split = split(sorted);
    }
    if (split == 0) {
      return Optional.empty();
    }
    double lower = sample.part(0, split).median();
    double upper = sample.part(split, sample.size()).median();
    return upper < LEAST_RATIO * lower
        ? Optional.empty()
        : Optional.of(new TwoGroups(split, lower, sorted.length - split, upper));
  }

  private static int leastGroup(int size) {
    return Math.max(MIN_GROUP, (int) Math.ceil(MIN_SHARE * size));
  }

  /// How many values lie below a gap that is wide enough; 0 when there is none.
  private static int gap(double[] sorted) {
    int last = sorted.length - 1;
    int least = leastGroup(sorted.length);
    for (int count = least; count <= sorted.length - least; count++) {
      double wider = Math.max(sorted[count - 1] - sorted[0], sorted[last] - sorted[count]);
      if (sorted[count] - sorted[count - 1] > GAP * wider) {
        return count;
      }
    }
    return 0;
  }

  private static boolean hasDip(double[] sorted) {
    return sorted[0] != sorted[sorted.length - 1] && Dip.of(sorted) >= DipBound.of(sorted.length);
  }

  /// How many values the lower group has, where the logarithms part best.
  private static int split(double[] sorted) {
    double[] logarithms = Arrays.stream(sorted).map(Math::log).toArray();
    double mean = Arrays.stream(logarithms).average().orElseThrow();
    int least = leastGroup(sorted.length);
    int best = least;
    double bestBetween = -1;
    double sum = 0;
    for (int i = 0; i < sorted.length - least; i++) {
      sum += logarithms[i] - mean;
      int count = i + 1;
      double between = sum * sum / ((double) count * (sorted.length - count));
      if (count >= least && between > bestBetween) {
        bestBetween = between;
        best = count;
      }
    }
    return best;
  }
}
