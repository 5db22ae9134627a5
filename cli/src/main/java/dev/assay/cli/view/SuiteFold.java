package dev.assay.cli.view;

import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.suite.SuiteEntry;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The programs of one task, each folded into one row, the fastest first and those that failed
/// last.
record SuiteFold(List<GameRow> rows) {
  static SuiteFold of(String task, List<SuiteEntry> entries) {
    List<GameRow> measured =
        entries.stream().filter(entry -> entry.task().equals(task)).map(SuiteEntry::row).toList();
    return new SuiteFold(
        GameFold.perProgram(measured).stream()
            .sorted(
                Comparator.comparing((GameRow row) -> !row.isOk())
                    .thenComparing(SuiteFold::largestFirst)
                    .thenComparing(GameRow::elapsedSeconds))
            .toList());
  }

  private static int largestFirst(GameRow one, GameRow other) {
    return Long.compare(other.workload(), one.workload());
  }

  /// Times as long as the fastest at the same workload; empty for what failed.
  Optional<Double> ratio(GameRow row) {
    BigDecimal fastest =
        rows.stream()
            .filter(one -> one.isOk() && one.workload() == row.workload())
            .map(GameRow::elapsedSeconds)
            .min(Comparator.naturalOrder())
            .orElse(BigDecimal.ZERO);
    return row.isOk() && fastest.signum() > 0
        ? Optional.of(row.elapsedSeconds().doubleValue() / fastest.doubleValue())
        : Optional.empty();
  }

  /// What is said of a row that is not ok, as in `bad output`.
  static String status(GameRow row) {
    return row.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
