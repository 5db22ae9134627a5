package dev.assay.cli.view;

import dev.assay.core.game.GameRow;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What came of a suite, for a terminal: the programs of each task, the fastest first.
public final class SuiteTable {
  private static final int KIB = 1024;

  private SuiteTable() {}

  public static List<String> of(Suite suite, List<SuiteEntry> entries) {
    var lines = new ArrayList<String>();
    for (TaskResult task : TaskResult.of(suite, entries)) {
      lines.add("");
      lines.add(
          "%-26s %10s %7s %9s %9s %10s %8s"
              .formatted(task.task(), "n", "×", "seconds", "cpu s", "memory KB", "source B"));
      task.reported().forEach(result -> lines.add(line(result, task)));
    }
    return lines;
  }

  private static String line(WorkloadResult result, TaskResult task) {
    GameRow row = result.reported().row();
    String name = "  %s %d".formatted(row.language(), row.program());
    return result.isRight()
        ? String.format(
            Locale.ROOT,
            "%-26s %10d %7.1f %9.3f %9.3f %10d %8d",
            name,
            row.workload(),
            task.ratio(result).orElse(Double.NaN),
            row.elapsedSeconds(),
            row.cpuSeconds(),
            result.peakMemoryBytes().orElse(0) / KIB,
            row.sourceBytes())
        : "%-26s %10d %s".formatted(name, row.workload(), status(row));
  }

  /// As in `bad output`.
  private static String status(GameRow row) {
    return row.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
