package dev.assay.core.judge;

import dev.assay.core.run.Suspicion;
import dev.assay.core.text.NumberText;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds solutions that are faster on seeds that everybody knows than on fresh ones.
///
/// One-sided rank-sum test (Mann and Whitney 1947), exact but for very large samples, of the
/// windows of known against fresh seeds, together with a ratio of medians, since with many cases a
/// difference without weight becomes significant. Under the null hypothesis one point in 200 at
/// most is suspected by the test, and fewer with the ratio.
public final class SeedFamiliarity {
  /// The largest probability under the null hypothesis that raises suspicion.
  public static final double SIGNIFICANCE = 0.005;

  /// The least ratio of the fresh median to the known median that raises suspicion.
  public static final double RATIO = 1.25;

  /// Steps of exact counting that take a second at most.
  private static final long MAX_STATES = 1_000_000_000;

  private SeedFamiliarity() {}

  /// @param known windows on known seeds, in seconds
  /// @param fresh windows on fresh seeds, in seconds
  public static Optional<Suspicion> suspect(List<Double> known, List<Double> fresh) {
    if (known.isEmpty() || fresh.isEmpty()) {
      return Optional.empty();
    }
    double knownMedian = new Summary(known).median().orElseThrow();
    double freshMedian = new Summary(fresh).median().orElseThrow();
    double probability = probabilityOfFreshRankSum(known, fresh);
    if (probability > SIGNIFICANCE || freshMedian < RATIO * knownMedian) {
      return Optional.empty();
    }
    return Optional.of(
        new Suspicion(
            Suspicion.Code.KNOWN_SEEDS_FASTER,
            "the median is %s on %d known seeds and %s on %d fresh ones (rank-sum test, p = %s)"
                .formatted(
                    DurationText.ofSeconds(knownMedian),
                    known.size(),
                    DurationText.ofSeconds(freshMedian),
                    fresh.size(),
                    NumberText.of(probability))));
  }

  /// The probability, were the kinds exchangeable, of fresh ranks that sum to at least what was
  /// seen. Ties count against suspicion: a tied fresh case is ranked below the known ones.
  static double probabilityOfFreshRankSum(List<Double> known, List<Double> fresh) {
    record Timed(double seconds, boolean isFresh) {}
    var all = new ArrayList<Timed>();
    known.forEach(seconds -> all.add(new Timed(seconds, false)));
    fresh.forEach(seconds -> all.add(new Timed(seconds, true)));
    all.sort(Comparator.comparingDouble(Timed::seconds).thenComparing(timed -> !timed.isFresh()));
    long observed = 0;
    for (int rank = 0; rank < all.size(); rank++) {
      observed += all.get(rank).isFresh() ? rank : 0;
    }
    long states = (long) fresh.size() * fresh.size() * all.size() * all.size() / 4;
    return states <= MAX_STATES
        ? upperTail(all.size(), fresh.size(), (int) observed)
        : normalUpperTail(all.size(), fresh.size(), (double) observed);
  }

  /// The normal approximation with continuity correction (Mann and Whitney 1947), for samples too
  /// large to count: at least hundreds of cases, of which several are fresh.
  static double normalUpperTail(double total, double chosen, double sum) {
    double mean = chosen * (total - 1) / 2;
    double deviation = Math.sqrt(chosen * (total - chosen) * (total + 1) / 12);
    return normalAbove((sum - 0.5 - mean) / deviation);
  }

  /// The probability of a standard normal value above `z`, to 7.5e-8 (Abramowitz and Stegun,
  /// 26.2.17).
  private static double normalAbove(double z) {
    if (z < 0) {
      return 1 - normalAbove(-z);
    }
    double t = 1 / (1 + 0.2316419 * z);
    double polynomial =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * polynomial;
  }

  /// The share of the subsets of `{0,…,total-1}` of size `chosen` whose sum is at least `sum`, by
  /// counting subsets as probabilities.
  static double upperTail(int total, int chosen, int sum) {
    int maxSum = chosen * (2 * total - chosen - 1) / 2;
    double[][] share = new double[chosen + 1][maxSum + 1];
    share[0][0] = 1;
    for (int rank = 0; rank < total; rank++) {
      int left = total - rank;
      for (int k = Math.min(rank, chosen - 1); k >= 0; k--) {
        double take = (chosen - k) / (double) left;
        for (int s = Math.min(k * rank, maxSum - rank); s >= 0; s--) {
          share[k + 1][s + rank] += share[k][s] * take;
          share[k][s] *= 1 - take;
        }
      }
    }
    double tail = 0;
    for (int s = sum; s <= maxSum; s++) {
      tail += share[chosen][s];
    }
    return tail;
  }
}
