package dev.assay.platform.page.chart;

import dev.assay.platform.report.Amount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs side by side.
///
/// @param columns the runs, the base first
/// @param problems what was asked for and cannot be shown
/// @param refusals why runs do not compare with the base
/// @param coordinates code, machine, environment and bundle
/// @param sameCount how many more facts are the same for all
/// @param points those that the base and others measured
/// @param onlySome names of points that not all measured
/// @param pager of the points
record CompareView(
    List<Column> columns,
    List<String> problems,
    List<Refusal> refusals,
    List<Coordinate> coordinates,
    int sameCount,
    List<PointRow> points,
    List<String> onlySome,
    Pager pager) {
  /// @param remove address without it
  /// @param asBase address with it as the base; absent when it is
  record Column(
      String letter,
      String run,
      String implementation,
      String name,
      String remove,
      @Nullable String asBase) {}

  /// @param letter of the run that does not compare with the base
  record Refusal(String letter, String why) {}

  /// @param group as in `code`
  /// @param values one a run; a single one where all are the same
  /// @param word of the glossary; empty for none
  record Coordinate(
      String group, String name, String word, List<Value> values, boolean isDifferent) {}

  /// @param exact in full; empty when it is the text
  /// @param address absent without a page
  record Value(String text, String exact, @Nullable String address) {}

  /// @param cells one a run, the base's first
  record PointRow(String point, List<Cell> cells) {}

  /// @param verdict as in `pass`; empty where the point was not measured
  /// @param ratio to the base, as in `0.873`; empty where nothing is compared
  /// @param interval of the ratio; empty for too few pairs
  /// @param p adjusted over the points; empty with `ratio`
  /// @param better 1 when it is better than the base, -1 when it is worse, 0 when the data cannot
  ///   tell
  record Cell(
      String run,
      Amount score,
      String verdict,
      String ratio,
      String interval,
      String p,
      int better) {}

  boolean isCompared() {
    return columns.size() >= 2;
  }
}
