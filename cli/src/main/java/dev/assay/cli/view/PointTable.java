package dev.assay.cli.view;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The table of points and verdicts. Plain text: words carry the meaning, and there is no colour.
///
/// It takes the widest form that fits. Where a terminal is narrow, folds give way before anything
/// else, and reasons stand below the table; where it is wide, they have a column. Below all stands
/// what the numbers do not tell: drift, groups, disturbed cases.
public final class PointTable {
  /// The least width at which a column of reasons is pleasant to read.
  private static final int LEAST_REASON = 30;

  /// So many points have their notes below the table.
  private static final int MAX_NOTED = 12;

  private static final String INDENT = "    ";

  /// Columns that may be missing, in the order in which they give way.
  private enum Optional {
    REASON,
    MEAN,
    MAX,
    MIN,
    BUSY,
    SPREAD,
    LOAD,
    MEMORY,
    INTERVAL,
    CPU
  }

  private PointTable() {}

  /// The table of one run, without a line feed at the end.
  ///
  /// @param verdicts of the points by name, as `RunJudge` gives them
  /// @param width columns of the terminal
  public static String of(Run run, Map<String, Verdict> verdicts, int width) {
    return of(PointLine.of(run, verdicts), width);
  }

  /// One table of several runs, with a column that tells the implementations apart.
  ///
  /// @param verdicts of each run, in the order of the runs
  public static String ofMany(List<Run> runs, List<Map<String, Verdict>> verdicts, int width) {
    return of(PointLine.ofMany(runs, verdicts), width);
  }

  private static String of(List<PointLine> lines, int width) {
    if (lines.isEmpty()) {
      return "There are no points.";
    }
    var columns = EnumSet.allOf(Optional.class);
    if (width - widthOf(table(lines, without(columns, Optional.REASON), 0)) < LEAST_REASON
        || lines.stream().allMatch(PointLine::isPass)) {
      columns.remove(Optional.REASON);
    }
    String table = table(lines, columns, width);
    for (Optional column : Optional.values()) {
      if (widthOf(table) <= width) {
        break;
      }
      columns.remove(column);
      table = table(lines, columns, width);
    }
    String reasons = columns.contains(Optional.REASON) ? "" : reasons(lines, width);
    return (table + reasons + notes(lines, width)).stripTrailing();
  }

  private static Set<Optional> without(EnumSet<Optional> columns, Optional column) {
    var others = EnumSet.copyOf(columns);
    others.remove(column);
    return others;
  }

  private static int widthOf(String table) {
    return table.lines().mapToInt(String::length).max().orElse(0);
  }

  private static String table(List<PointLine> lines, Set<Optional> columns, int width) {
    var shown = new ArrayList<ColumnData<PointLine>>();
    if (lines.stream().anyMatch(line -> !line.implementation().isEmpty())) {
      shown.add(text("implementation", PointLine::implementation));
    }
    shown.add(text("point", PointLine::name));
    shown.add(text("verdict", PointLine::verdict));
    shown.add(number("ok", PointLine::ok));
    boolean isOfPrograms = lines.stream().anyMatch(line -> !line.load().isEmpty());
    if (isOfPrograms) {
      // What is reported of a program is its lowest time, so that is what stays.
      shown.add(number("lowest", PointLine::min));
      add(shown, columns, Optional.MIN, number("median", PointLine::median));
    } else {
      add(shown, columns, Optional.MIN, number("min", PointLine::min));
      shown.add(number("median", PointLine::median));
    }
    add(shown, columns, Optional.INTERVAL, number("95 % interval", PointLine::interval));
    add(shown, columns, Optional.SPREAD, number("spread", PointLine::spread));
    add(shown, columns, Optional.MEAN, number("mean", PointLine::mean));
    add(shown, columns, Optional.MAX, number("max", PointLine::max));
    add(shown, columns, Optional.MEMORY, number("memory", PointLine::memory));
    if (isOfPrograms) {
      add(shown, columns, Optional.CPU, number("cpu", PointLine::cpu));
      add(shown, columns, Optional.BUSY, number("busy", PointLine::busy));
      add(shown, columns, Optional.LOAD, text("load", PointLine::load));
    }
    if (lines.stream().anyMatch(line -> !line.flags().isEmpty())) {
      shown.add(text("flags", PointLine::flags));
    }
    if (columns.contains(Optional.REASON)) {
      int taken = widthOf(table(lines, without(EnumSet.copyOf(columns), Optional.REASON), 0));
      shown.add(
          new Column()
              .header("reason")
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(HorizontalAlign.LEFT)
              .maxWidth(width - taken - 1, OverflowBehaviour.NEWLINE)
              .with(PointLine::reason));
    }
    return trimmed(
        AsciiTable.builder()
            .border(AsciiTable.NO_BORDERS)
            .lineSeparator("\n")
            .data(lines, shown)
            .asString());
  }

  private static void add(
      List<ColumnData<PointLine>> shown,
      Set<Optional> columns,
      Optional column,
      ColumnData<PointLine> data) {
    if (columns.contains(column)) {
      shown.add(data);
    }
  }

  private static ColumnData<PointLine> text(
      String name, Function<PointLine, @Nullable String> cell) {
    return column(name, HorizontalAlign.LEFT).with(cell);
  }

  private static ColumnData<PointLine> number(
      String name, Function<PointLine, @Nullable String> cell) {
    return column(name, HorizontalAlign.RIGHT).with(cell);
  }

  private static Column column(String name, HorizontalAlign align) {
    return new Column()
        .header(name)
        .headerAlign(align)
        .dataAlign(align)
        .maxWidth(64, OverflowBehaviour.ELLIPSIS_RIGHT);
  }

  private static String trimmed(String table) {
    return table.lines().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
  }

  private static String reasons(List<PointLine> lines, int width) {
    var text = new StringBuilder();
    List<PointLine> failing = lines.stream().filter(line -> !line.isPass()).toList();
    for (int i = 0; i < failing.size(); ) {
      PointLine first = failing.get(i);
      int same = 1;
      while (i + same < failing.size() && first.isOfSameImplementation(failing.get(i + same))) {
        same++;
      }
      String others = same == 1 ? "" : " (and %d more points)".formatted(same - 1);
      text.append(
          TextLines.wrapped(
              " %s: %s: %s%s".formatted(first.subject(), first.verdict(), first.reason(), others),
              INDENT,
              width));
      i += same;
    }
    return text.isEmpty() ? "" : "\n" + text;
  }

  /// What the numbers do not tell, point by point.
  private static String notes(List<PointLine> lines, int width) {
    var text = new StringBuilder();
    List<PointLine> noted = lines.stream().filter(line -> !line.notes().isEmpty()).toList();
    for (PointLine line : noted.subList(0, Math.min(noted.size(), MAX_NOTED))) {
      for (String note : line.notes()) {
        text.append(TextLines.wrapped(" %s: %s".formatted(line.subject(), note), INDENT, width));
      }
    }
    if (noted.size() > MAX_NOTED) {
      text.append(
          " and of %d more points, which the reports show\n".formatted(noted.size() - MAX_NOTED));
    }
    return text.isEmpty() ? "" : "\n" + text;
  }
}
