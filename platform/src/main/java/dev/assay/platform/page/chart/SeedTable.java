package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Score;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.report.Amount;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The values of entries, seed by seed.
///
/// @param back address of the point's page
/// @param isProgram whether its rows are measurements of whole programs instead of seeds
/// @param rows seeds
/// @param entries columns
record SeedTable(
    String benchmark,
    String point,
    String machineClass,
    String back,
    String csv,
    boolean isProgram,
    List<Column> columns,
    List<Row> lines,
    Pager rows,
    Pager entries) {
  String classWords() {
    return Words.machineClass(machineClass);
  }

  record Column(int rank, String name, String run) {}

  record Row(long seed, List<Amount> amounts) {}

  static SeedTable of(
      StandingView standing,
      Score score,
      boolean isProgram,
      List<PlaceView> shown,
      Map<String, Map<Long, Double>> values,
      List<Long> seeds,
      String back,
      String csv,
      Pager rows,
      Pager entries) {
    var columns = new ArrayList<List<Amount>>();
    for (PlaceView one : shown) {
      Map<Long, Double> mine = values.getOrDefault(one.run(), Map.of());
      columns.add(
          Amount.aligned(
              seeds.stream().map(seed -> Amount.ofScore(score, mine.get(seed))).toList()));
    }
    var lines = new ArrayList<Row>();
    for (int i = 0; i < seeds.size(); i++) {
      int row = i;
      lines.add(new Row(seeds.get(i), columns.stream().map(column -> column.get(row)).toList()));
    }
    return new SeedTable(
        standing.benchmark(),
        standing.point(),
        standing.machineClass(),
        back,
        csv,
        isProgram,
        shown.stream()
            .map(one ->
                new Column(one.rank(), SafeText.oneLine(one.implementationName(), 30), one.run()))
            .toList(),
        lines,
        rows,
        entries);
  }
}
