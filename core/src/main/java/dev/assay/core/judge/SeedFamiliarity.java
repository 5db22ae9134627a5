package dev.assay.core.judge;

import dev.assay.core.run.Suspicion;
import dev.assay.core.text.NumberText;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds solutions that are faster on seeds that everybody knows than on fresh ones.
///
/// One-sided rank-sum test (Mann and Whitney 1947), exact but for very large samples, of the
/// windows of known against fresh seeds, together with a ratio of medians, since with many cases a
/// difference without weight becomes significant. A test of few cases that says one in 200 would
/// suspect an honest solution of many points now and then: so unless it says one in 10,000, fresh
/// windows have to be apart from the known ones too, as those are that really had to be computed.
/// Of points with a very heavy tail (the exponential of twice a normal value), simulated with 20
/// known and 3 fresh cases, one in 800 is suspected.
public final class SeedFamiliarity {
  /// The largest probability under the null hypothesis that raises suspicion.
  public static final double SIGNIFICANCE = 0.005;

  /// The largest probability that raises suspicion whether the two kinds are apart or not.
  public static final double OVERWHELMING = 0.0001;

  /// The share of the known windows that may be as long as fresh ones though they are apart: what
  /// other work lengthened.
  private static final double OUTLIERS = 0.05;

  /// The least ratio of the fresh median to the known median that raises suspicion, and of the
  /// shortest fresh window to the known ones where they have to be apart.
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
    boolean significant =
        probability <= OVERWHELMING || (probability <= SIGNIFICANCE && areApart(known, fresh));
    if (!significant || freshMedian < RATIO * knownMedian) {
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

  private static boolean areApart(List<Double> known, List<Double> fresh) {
    List<Double> sorted = known.stream().sorted().toList();
    double longest = sorted.get(sorted.size() - 1 - (int) (OUTLIERS * sorted.size()));
    return Collections.min(fresh) >= RATIO * longest;
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
