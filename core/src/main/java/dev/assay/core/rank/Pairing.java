package dev.assay.core.rank;

import dev.assay.core.judge.SampleQuality;
import dev.assay.core.statistics.Interval;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.statistics.MedianTest;
import dev.assay.core.statistics.PairedRatio;
import dev.assay.core.statistics.Welch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Two entries held against each other, seed by seed: what both have in common cancels out.
///
/// Measurements of whole programs have no seeds. The third of one has nothing in common with the
/// third of the other, so there all of the one are held against all of the other (`Welch`), and
/// what is told is how many times as much the first takes, by the geometric means.
///
/// Times are positive, so what is told is how many times as much the first is as the second. A
/// metric of a verifier may be 0 or negative, where there is no ratio: as soon as one of the values
/// is not above 0, it is the difference, first less second.
///
/// @param measure what `value` and `interval` are
/// @param pairs seeds that both have a value at; 0 where nothing was paired
/// @param value median over the pairs; without pairs, of the means
/// @param interval of it at 95 %; absent for fewer than six pairs
/// @param p probability of pairs at least so far to one side of `neither` when there is no
///   difference, two-sided
/// @param unpaired how many measurements of each were held against each other without pairs; absent
///   where seeds were paired
public record Pairing(
    Measure measure,
    int pairs,
    double value,
    @Nullable Interval interval,
    double p,
    @Nullable Sizes unpaired) {
  /// How many measurements two entries have.
  public record Sizes(int first, int second) {
    @Override
    public String toString() {
      return "%d and %d".formatted(first, second);
    }
  }

  /// What the pairs are compared by.
  public enum Measure {
    RATIO,
    DIFFERENCE
  }

  private static boolean areRepeated(Entry first, Entry second) {
    return first.isRepeated() && second.isRepeated();
  }

  /// Whether there is anything to hold the two against each other by.
  static boolean areComparable(Entry first, Entry second) {
    return areRepeated(first, second)
        ? !first.values().isEmpty() && !second.values().isEmpty()
        : first.values().keySet().stream().anyMatch(second.values()::containsKey);
  }

  /// Empty when the two have no seed in common; of measurements without seeds, when one has none.
  static Optional<Pairing> of(Entry first, Entry second) {
    if (!areComparable(first, second)) {
      return Optional.empty();
    }
    return areRepeated(first, second)
        ? Optional.of(
            unpaired(List.copyOf(first.values().values()), List.copyOf(second.values().values())))
        : of(first.values(), second.values());
  }

  private static Pairing unpaired(List<Double> ours, List<Double> theirs) {
    var sizes = new Sizes(ours.size(), theirs.size());
    if (!isPositive(ours) || !isPositive(theirs)) {
      var means = Welch.of(ours, theirs, SampleQuality.LEVEL);
      return new Pairing(
          Measure.DIFFERENCE, 0, means.difference(), means.interval(), means.p(), sizes);
    }
    var means = Welch.of(logarithms(ours), logarithms(theirs), SampleQuality.LEVEL);
    Interval interval = means.interval();
    return new Pairing(
        Measure.RATIO,
        0,
        Math.exp(means.difference()),
        interval == null
            ? null
            : new Interval(Math.exp(interval.low()), Math.exp(interval.high()), interval.level()),
        means.p(),
        sizes);
  }

  private static List<Double> logarithms(List<Double> values) {
    return values.stream().map(Math::log).toList();
  }

  /// Empty when the two have no seed in common.
  private static Optional<Pairing> of(Map<Long, Double> first, Map<Long, Double> second) {
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
        MedianTest.probability(logarithms, 0),
        null);
  }

  private static Pairing difference(List<Double> ours, List<Double> theirs) {
    List<Double> differences =
        IntStream.range(0, ours.size()).mapToObj(i -> ours.get(i) - theirs.get(i)).toList();
    return new Pairing(
        Measure.DIFFERENCE,
        differences.size(),
        MedianInterval.median(differences),
        MedianInterval.bootstrap(differences, SampleQuality.LEVEL).orElse(null),
        MedianTest.probability(differences, 0),
        null);
  }

  /// What the value is when the two do not differ.
  public double neither() {
    return measure == Measure.RATIO ? 1 : 0;
  }

  /// Whether the first has the smaller values, by the median of the pairs or the means.
  public boolean isFirstLower() {
    return value < neither();
  }
}
