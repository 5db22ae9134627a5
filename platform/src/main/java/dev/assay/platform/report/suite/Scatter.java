package dev.assay.platform.report.suite;

import dev.assay.core.suite.WorkloadResult;
import dev.assay.core.unit.DataSize;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Time against source size of programs, both axes logarithmic.
///
/// @param up what is up, in words
/// @param label everything in one sentence
/// @param without how many programs have no size, and are not drawn
public record Scatter(
    int height,
    List<Tick> columns,
    List<Line> lines,
    List<Spot> spots,
    String up,
    String label,
    int without) {
  private static final int HEIGHT = 340;

  public Scatter {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
    spots = List.copyOf(spots);
  }

  public record Tick(String x, String text) {}

  public record Line(int y, String text) {}

  /// A program.
  ///
  /// @param isOwn whether the page is about it
  public record Spot(String x, int y, String address, String title, boolean isOwn) {}

  /// What is drawn of a program.
  ///
  /// @param value times or ratios, above 0
  record Value(WorkloadResult result, double value, boolean isOwn) {
    long size() {
      return result.reported().sourceBytes();
    }
  }

  /// Absent where no program has both a size and a value.
  ///
  /// @param unit behind values, as in ` s` or `×`
  static @Nullable Scatter of(List<Value> values, String up, String unit, Links links) {
    List<Value> drawn = values.stream().filter(one -> one.size() > 0 && one.value() > 0).toList();
    if (drawn.isEmpty()) {
      return null;
    }
    return new Drawing(scale(drawn, Value::size), scale(drawn, Value::value), up, unit, links)
        .scatter(drawn, values.size() - drawn.size());
  }

  private static LogScale scale(List<Value> values, ToDoubleFunction<Value> of) {
    return LogScale.over(values.stream().map(one -> of.applyAsDouble(one)).toList());
  }

  private record Drawing(LogScale x, LogScale y, String up, String unit, Links links) {
    Scatter scatter(List<Value> drawn, int without) {
      return new Scatter(
          HEIGHT,
          x.ticks().stream().map(tick -> new Tick(x.x(tick), Ticks.number(tick))).toList(),
          y.ticks().stream()
              .map(tick -> new Line(y.y(tick, HEIGHT), Ticks.number(tick) + unit))
              .toList(),
          drawn.stream().map(this::spot).toList(),
          up,
          "%d programs: %s against source size, %s".formatted(drawn.size(), up, names(drawn)),
          without);
    }

    private Spot spot(Value one) {
      WorkloadResult result = one.result();
      return new Spot(
          x.x((double) one.size()),
          y.y(one.value(), HEIGHT),
          links.program(result.program()),
          "%s: %s, %s of source"
              .formatted(
                  Names.of(result.program()), text(one.value()), DataSize.ofBytes(one.size())),
          one.isOwn());
    }

    private String text(double value) {
      return unit.equals("×")
          ? Columns.ratioText(value) + "× the fastest"
          : dev.assay.core.unit.DurationText.ofSeconds(value);
    }

    private static String names(List<Value> drawn) {
      return drawn.stream()
          .map(one -> one.result().program().language())
          .distinct()
          .limit(12)
          .collect(Collectors.joining(", "));
    }
  }
}
