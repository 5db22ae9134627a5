package dev.assay.cli.view;

import dev.assay.core.game.GameRow;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What came of a suite, for a terminal: the programs of each task, the fastest first, then why
/// programs failed.
public final class SuiteTable {
  private static final int KIB = 1024;
  private static final int MOST_FAILURES = 20;
  private static final int MOST_CHARACTERS = 200;

  private SuiteTable() {}

  public static List<String> of(Suite suite, List<SuiteEntry> entries) {
    var lines = new ArrayList<String>();
    for (TaskResult task : TaskResult.of(suite, entries)) {
      lines.add("");
      lines.add(
          "%-26s %10s %7s %9s %9s %10s %8s"
              .formatted(task.task(), "n", "× best", "seconds", "cpu s", "memory KiB", "source B"));
      task.reported().forEach(result -> lines.add(line(result, task)));
    }
    lines.addAll(ending(entries));
    return lines;
  }

  private static List<String> ending(List<SuiteEntry> entries) {
    Map<GameRow.Program, SuiteEntry> failed = new LinkedHashMap<>();
    entries.stream()
        .filter(entry -> !entry.row().isOk())
        .forEach(entry -> failed.putIfAbsent(entry.of(), entry));
    long programs = entries.stream().map(SuiteEntry::of).distinct().count();
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add(
        "%s, %s; %s"
            .formatted(
                counted(programs, "program"),
                counted(entries.size(), "measurement"),
                failed.isEmpty() ? "none failed" : "%d failed:".formatted(failed.size())));
    failed.values().stream().limit(MOST_FAILURES).map(SuiteTable::why).forEach(lines::add);
    if (failed.size() > MOST_FAILURES) {
      lines.add("  and %d more, which the report lists".formatted(failed.size() - MOST_FAILURES));
    }
    return lines;
  }

  private static String counted(long count, String what) {
    return "%d %s%s".formatted(count, what, count == 1 ? "" : "s");
  }

  private static String why(SuiteEntry entry) {
    String remark = entry.remark();
    return "  %s.%s-%d, n = %d: %s%s"
        .formatted(
            entry.task(),
            entry.language(),
            entry.number(),
            entry.n(),
            status(entry.row()),
            remark == null ? "" : ": " + SafeText.oneLine(remark, MOST_CHARACTERS));
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
