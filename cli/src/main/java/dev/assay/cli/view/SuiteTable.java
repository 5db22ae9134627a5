package dev.assay.cli.view;

import dev.assay.core.game.GameRow;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What came of a suite, for a terminal: the programs of each task, the fastest first.
public final class SuiteTable {
  private SuiteTable() {}

  public static List<String> of(Suite suite, List<SuiteEntry> entries) {
    var lines = new ArrayList<String>();
    for (Suite.Task task : suite.tasks()) {
      var fold = SuiteFold.of(task.name(), entries);
      if (!fold.rows().isEmpty()) {
        lines.add("");
        lines.add(
            "%-26s %10s %7s %9s %9s %10s %8s"
                .formatted(task.name(), "n", "×", "seconds", "cpu s", "memory KB", "source B"));
        fold.rows().forEach(row -> lines.add(line(row, fold)));
      }
    }
    return lines;
  }

  private static String line(GameRow row, SuiteFold fold) {
    String name = "  %s %d".formatted(row.language(), row.program());
    return row.isOk()
        ? String.format(
            Locale.ROOT,
            "%-26s %10d %7.1f %9.3f %9.3f %10d %8d",
            name,
            row.workload(),
            fold.ratio(row).orElse(Double.NaN),
            row.elapsedSeconds(),
            row.cpuSeconds(),
            row.memoryKilobytes(),
            row.sourceBytes())
        : "%-26s %10d %s".formatted(name, row.workload(), SuiteFold.status(row));
  }
}
