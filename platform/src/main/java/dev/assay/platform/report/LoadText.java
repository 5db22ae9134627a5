package dev.assay.platform.report;

import java.util.IntSummaryStatistics;
import java.util.List;

/// How busy processors were, short enough for a cell of a table.
final class LoadText {
  private static final int MOST_PROCESSORS = 8;

  private LoadText() {}

  /// Of many processors the least and the most.
  ///
  /// @param load as in `88% 87%`, one for each processor
  static String of(String load) {
    List<String> each = List.of(load.split(" "));
    if (each.size() <= MOST_PROCESSORS) {
      return load;
    }
    IntSummaryStatistics all =
        each.stream()
            .map(one -> one.replaceAll("\\D", ""))
            .filter(one -> !one.isEmpty())
            .mapToInt(Integer::parseInt)
            .summaryStatistics();
    return "%d%% to %d%% of %d".formatted(all.getMin(), all.getMax(), each.size());
  }
}
