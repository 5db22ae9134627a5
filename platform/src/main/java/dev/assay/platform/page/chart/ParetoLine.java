package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Better;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Those of several spots that none other beats: less memory at a score at least as good, or a
/// better score with no more memory.
final class ParetoLine {
  private ParetoLine() {}

  /// @param score of an entry
  /// @param memory in bytes; less is better
  record Spot(String id, double score, double memory) {}

  /// The spots that are not beaten, best score first. Of equal ones all are kept.
  static List<Spot> of(List<Spot> spots, Better better) {
    int sign = better == Better.LOWER ? 1 : -1;
    List<Spot> sorted =
        spots.stream()
            .sorted(
                Comparator.comparingDouble((Spot one) -> sign * one.score())
                    .thenComparingDouble(Spot::memory)
                    .thenComparing(Spot::id))
            .toList();
    var line = new ArrayList<Spot>();
    for (Spot one : sorted) {
      Spot last = line.isEmpty() ? null : line.getLast();
      boolean isEqual =
          last != null && last.score() == one.score() && last.memory() == one.memory();
      if (last == null || isEqual || one.memory() < last.memory()) {
        line.add(one);
      }
    }
    return line;
  }
}
