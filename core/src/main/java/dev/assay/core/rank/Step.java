package dev.assay.core.rank;

import dev.assay.core.bundle.Better;
import dev.assay.core.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What became of a score from one run of an implementation to the next, seed by seed.
///
/// The steps that are looked at together are adjusted by Holm, so that of runs in which nothing
/// changed but chance, one step in all of them is called significant five times in a hundred at
/// most. Chance is that between the cases of a run. What is the same for a whole run and changes
/// from one to the next, as where the memory of a process happens to lie or what another day
/// brings, is a step too, and the test cannot know where it came from.
///
/// @param before id of the older entry
/// @param after id of the newer entry
/// @param pairing the newer against the older; absent when they have no seed in common
/// @param adjustedP `pairing.p`, adjusted over all steps; absent with it
/// @param isSignificant whether the data tell the two apart
public record Step(
    String before,
    String after,
    @Nullable Pairing pairing,
    @Nullable Double adjustedP,
    boolean isSignificant) {
  /// Two runs that follow each other.
  public record Pair(Entry before, Entry after) {}

  /// The steps of pairs that are looked at together, each at the place of its own.
  public static List<Step> of(List<Pair> pairs) {
    var pairings = new ArrayList<@Nullable Pairing>();
    for (Pair one : pairs) {
      pairings.add(Pairing.of(one.after(), one.before()).orElse(null));
    }
    List<@Nullable Double> adjusted = Adjusted.of(pairings);
    var steps = new ArrayList<Step>();
    for (int i = 0; i < pairs.size(); i++) {
      Pairing pairing = pairings.get(i);
      Double p = adjusted.get(i);
      steps.add(
          new Step(
              pairs.get(i).before().id(),
              pairs.get(i).after().id(),
              pairing,
              p,
              p != null && p < Neighbours.LEAST));
    }
    return steps;
  }

  /// Whether the newer is the better one, by the median of the pairs.
  public boolean isImprovement(Better better) {
    return pairing != null && pairing.isFirstLower() == (better == Better.LOWER);
  }

  /// The change as a share of the older value, above -1, where the two have a ratio; else absent.
  public @Nullable Double change() {
    return pairing == null || pairing.measure() != Pairing.Measure.RATIO
        ? null
        : pairing.value() - 1;
  }

  /// The interval of `change`; absent with it, and for fewer than six pairs.
  public @Nullable Interval changeInterval() {
    Interval ratio = change() == null ? null : Objects.requireNonNull(pairing).interval();
    return ratio == null ? null : new Interval(ratio.low() - 1, ratio.high() - 1, ratio.level());
  }
}
