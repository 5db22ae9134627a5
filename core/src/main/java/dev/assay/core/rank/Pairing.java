package dev.assay.core.rank;

import dev.assay.core.judge.SampleQuality;
import dev.assay.core.statistics.Interval;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.statistics.MedianTest;
import dev.assay.core.statistics.PairedRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Two entries held against each other, seed by seed: what both have in common cancels out.
///
/// Times are positive, so what is told is how many times as much the first is as the second. A
/// metric of a verifier may be 0 or negative, where there is no ratio: as soon as one of the values
/// is not above 0, it is the difference, first less second.
///
/// @param measure what `value` and `interval` are
/// @param pairs seeds that both have a value at
/// @param value median over the pairs
/// @param interval of it at 95 %; absent for fewer than six pairs
/// @param p probability of pairs at least so far to one side of `neither` when there is no
///   difference, two-sided
public record Pairing(
    Measure measure, int pairs, double value, @Nullable Interval interval, double p) {
  /// What the pairs are compared by.
  public enum Measure {
    RATIO,
    DIFFERENCE
  }

  /// Empty when the two have no seed in common.
  public static Optional<Pairing> of(Map<Long, Double> first, Map<Long, Double> second) {
    var ours = new ArrayList<Double>();
    var theirs = new ArrayList<Double>();
    first.forEach((seed, value) -> {
      Double partner = second.get(seed);
      if (partner != null) {
        ours.add(value);
        theirs.add(partner);
      }
    });
    if (ours.isEmpty()) {
      return Optional.empty();
    }
    boolean positive = isPositive(ours) && isPositive(theirs);
    return Optional.of(positive ? ratio(ours, theirs) : difference(ours, theirs));
  }

  private static boolean isPositive(List<Double> values) {
    return values.stream().allMatch(value -> value > 0);
  }

  private static Pairing ratio(List<Double> ours, List<Double> theirs) {
    var ratio = PairedRatio.of(ours, theirs, SampleQuality.LEVEL);
    List<Double> logarithms =
        IntStream.range(0, ours.size())
            .mapToObj(i -> Math.log(ours.get(i)) - Math.log(theirs.get(i)))
            .toList();
    return new Pairing(
        Measure.RATIO,
        ratio.pairs(),
        ratio.ratio(),
        ratio.interval(),
        MedianTest.probability(logarithms, 0));
  }

  private static Pairing difference(List<Double> ours, List<Double> theirs) {
    List<Double> differences =
        IntStream.range(0, ours.size()).mapToObj(i -> ours.get(i) - theirs.get(i)).toList();
    return new Pairing(
        Measure.DIFFERENCE,
        differences.size(),
        MedianInterval.median(differences),
        MedianInterval.bootstrap(differences, SampleQuality.LEVEL).orElse(null),
        MedianTest.probability(differences, 0));
  }

  /// What the value is when the two do not differ.
  public double neither() {
    return measure == Measure.RATIO ? 1 : 0;
  }

  /// Whether the first has the smaller values, by the median of the pairs.
  public boolean isFirstLower() {
    return value < neither();
  }
}
