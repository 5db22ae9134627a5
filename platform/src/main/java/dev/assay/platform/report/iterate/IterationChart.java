package dev.assay.platform.report.iterate;

import dev.assay.core.statistics.SteadyState;
import dev.assay.core.unit.DurationText;
import dev.assay.platform.report.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The times of iterations over the lives of processes: a line at the median over processes, in a
/// band from the fastest to the slowest. The drawing is 1000 wide and 100 high; where there are
/// more iterations than columns, neighbours share one.
///
/// @param band outline of the band
/// @param median line
/// @param steadyY where the steady-state mean is; absent where there is none
/// @param top what the top of the drawing stands for
/// @param bottom what its bottom stands for
/// @param label everything in one sentence, for those who do not see it
public record IterationChart(
    String band,
    String median,
    @Nullable String steadyY,
    String top,
    String bottom,
    int iterations,
    boolean isLog,
    String label) {
  private static final int COLUMNS = 160;
  private static final int WIDTH = 1000;

  private record Column(double x, double low, double median, double high) {}

  /// @param processes the seconds of each, all of one length
  static IterationChart of(List<List<Double>> processes, Optional<SteadyState> steady) {
    List<Column> columns = columns(processes);
    var all = new DoubleSummaryStatistics();
    columns.forEach(column -> {
      all.accept(column.low());
      all.accept(column.high());
    });
    Axis axis = Axis.over(all);
    int iterations = processes.getFirst().size();
    return new IterationChart(
        band(columns, axis),
        line(columns, axis),
        steady.map(mean -> coordinate(y(mean.meanSeconds(), axis))).orElse(null),
        DurationText.ofSeconds(axis.to()),
        DurationText.ofSeconds(axis.from()),
        iterations,
        axis.isLog(),
        "%d iterations of %d %s take from %s to %s."
            .formatted(
                iterations,
                processes.size(),
                processes.size() == 1 ? "process" : "processes",
                DurationText.ofSeconds(all.getMin()),
                DurationText.ofSeconds(all.getMax())));
  }

  private static List<Column> columns(List<List<Double>> processes) {
    int iterations = processes.getFirst().size();
    int count = Math.min(iterations, COLUMNS);
    var columns = new ArrayList<Column>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) i * iterations / count);
      int to = (int) ((long) (i + 1) * iterations / count);
      double[] values =
          processes.stream()
              .flatMap(seconds -> seconds.subList(from, to).stream())
              .mapToDouble(Double::doubleValue)
              .sorted()
              .toArray();
      double x = count == 1 ? 0 : WIDTH * (i / (count - 1.0));
      columns.add(
          new Column(
              x, values[0], values[values.length / 2], Arrays.stream(values).max().orElse(0)));
    }
    return columns;
  }

  private static double y(double seconds, Axis axis) {
    return 100 - axis.percent(seconds);
  }

  private static String line(List<Column> columns, Axis axis) {
    var path = new StringBuilder();
    columns.forEach(column -> add(path, column.x(), y(column.median(), axis)));
    return path.toString();
  }

  private static String band(List<Column> columns, Axis axis) {
    var path = new StringBuilder();
    columns.forEach(column -> add(path, column.x(), y(column.high(), axis)));
    columns.reversed().forEach(column -> add(path, column.x(), y(column.low(), axis)));
    return path.append('Z').toString();
  }

  private static void add(StringBuilder path, double x, double y) {
    path.append(path.isEmpty() ? "M" : "L").append(coordinate(x)).append(' ').append(coordinate(y));
  }

  private static String coordinate(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
