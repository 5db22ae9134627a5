package dev.assay.platform.report;

import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One line of the table of points.
record PointRow(PointView point, PointFolds folds) {
  static PointRow of(Run run, PointView view, @Nullable PointResult result) {
    return new PointRow(view, PointFolds.of(run, result));
  }

  /// The rows with the decimal points of each column below each other.
  static List<PointRow> aligned(List<PointRow> rows) {
    List<PointFolds> folds = PointFolds.aligned(rows.stream().map(PointRow::folds).toList());
    var aligned = new ArrayList<PointRow>();
    for (int i = 0; i < rows.size(); i++) {
      aligned.add(new PointRow(rows.get(i).point(), folds.get(i)));
    }
    return aligned;
  }
}
