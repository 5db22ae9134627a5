package dev.assay.core.statistics;

import dev.assay.core.text.NumberText;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/// What a median does not tell of a sample, in sentences for people: that its values rise or fall
/// over the order in which they were measured, or fall in two groups.
///
/// Each of the two is said of at most one sample in 100 that has nothing of it (`Drift`,
/// `TwoGroups`: the tests behind them), and only where it is worth a word: a change of 2 %, groups
/// 5 % apart. Fewer than ten values say nothing.
public final class SampleShape {
  private SampleShape() {}

  /// What there is to say of times, as in `times rise by 12 % from first to last` and `times fall
  /// in two groups: 14 near 1.20 ms, 6 near 1.90 ms`. Mostly nothing.
  ///
  /// @param inOrder seconds, in the order in which they were measured, all finite
  public static List<String> describe(List<Double> inOrder) {
    return describe(inOrder, "times", DurationText::ofSeconds);
  }

  /// The same of other values.
  ///
  /// @param what the values are, in the plural
  /// @param text how one is written
  public static List<String> describe(
      List<Double> inOrder, String what, DoubleFunction<String> text) {
    var sentences = new ArrayList<String>();
    TwoGroups.find(inOrder)
        .ifPresent(groups ->
            sentences.add(
                "%s fall in two groups: %d near %s, %d near %s"
                    .formatted(
                        what,
                        groups.lowerCount(),
                        text.apply(groups.lower()),
                        groups.upperCount(),
                        text.apply(groups.upper()))));
    Drift.find(inOrder)
        .ifPresent(drift ->
            sentences.add(
                "%s %s by %s from first to last"
                    .formatted(
                        what,
                        drift.change() > 0 ? "rise" : "fall",
                        NumberText.percent(Math.abs(drift.change())))));
    return List.copyOf(sentences);
  }
}
