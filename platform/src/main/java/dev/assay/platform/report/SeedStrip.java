package dev.assay.platform.report;

import dev.assay.core.bundle.Score;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Summary;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.core.statistics.Interval;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Every seed of a point on one axis, a lane per kind. Within a lane the cases stand in the order
/// in which they were handed over, from top to bottom.
///
/// @param label everything in one sentence, for those who do not see it
/// @param median of the ok cases of the sample; absent when there is none
/// @param interval where the median lies; absent when there are too few values
/// @param caption what the axis is, and what could not be drawn
/// @param height of the drawing in pixels, ticks included
/// @param axisY where the axis is
public record SeedStrip(
    String label,
    List<Lane> lanes,
    List<Tick> ticks,
    @Nullable Tick median,
    @Nullable Band interval,
    String caption,
    int height,
    int axisY) {
  private static final int LANE_HEIGHT = 30;
  private static final int ROWS = 5;
  private static final int TICK_HEIGHT = 24;
  private static final int MOST_MARKS = 60;
  private static final int MOST_FINE_DOTS = 400;

  /// @param y of its middle
  /// @param dots instead of marks, where there are very many
  public record Lane(String name, int y, List<Mark> marks, List<Dots> dots) {}

  /// Marks of one shape in one path, in a drawing that is 1000 wide.
  public record Dots(String shape, String path) {}

  /// @param shape id of the drawn shape
  /// @param x in percent
  public record Mark(String shape, String x, int y, String title) {}

  /// @param x in percent
  public record Tick(String x, String text) {}

  /// @param x of its left end, in percent
  /// @param width in percent
  public record Band(String x, String width, String text) {}

  /// The strip of a point; empty lanes where no case has a value.
  public static SeedStrip of(Score score, List<CaseResult> cases) {
    return of(score, cases, false);
  }

  /// The strip of a point.
  ///
  /// @param isProgram whether the cases are measurements of a whole program instead of seeds
  public static SeedStrip of(Score score, List<CaseResult> cases, boolean isProgram) {
    var values =
        cases.stream()
            .map(result -> valueOf(score, result))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .summaryStatistics();
    if (values.getCount() == 0) {
      return new SeedStrip(
          "", List.of(), List.of(), null, null, without(score, cases, isProgram), 0, 0);
    }
    return new Drawing(score, cases, Axis.over(values), isProgram).strip();
  }

  public boolean isEmpty() {
    return lanes.isEmpty();
  }

  /// Whether there are too many cases for marks that tell of each.
  public boolean isDense() {
    return lanes.stream().anyMatch(lane -> !lane.dots().isEmpty());
  }

  private static OptionalDouble valueOf(Score score, CaseResult result) {
    if (score.metric().equals(Score.SECONDS)) {
      Double seconds = result.seconds();
      return seconds == null || !(seconds > 0)
          ? OptionalDouble.empty()
          : OptionalDouble.of(seconds);
    }
    Verification verification = result.verification();
    Double metric = verification == null ? null : verification.metrics().get(score.metric());
    return metric == null ? OptionalDouble.empty() : OptionalDouble.of(metric);
  }

  private static String without(Score score, List<CaseResult> cases, boolean isProgram) {
    Map<Status, Long> counts =
        cases.stream()
            .filter(result -> valueOf(score, result).isEmpty())
            .collect(
                Collectors.groupingBy(
                    CaseResult::status, () -> new EnumMap<>(Status.class), Collectors.counting()));
    if (counts.isEmpty()) {
      return "";
    }
    String parts =
        counts.entrySet().stream()
            .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey().text()))
            .collect(Collectors.joining(", "));
    long sum = counts.values().stream().mapToLong(Long::longValue).sum();
    return "Not drawn, since there is no value: %d %s (%s)."
        .formatted(sum, (isProgram ? "measurement" : "case") + (sum == 1 ? "" : "s"), parts);
  }

  private record Drawing(Score score, List<CaseResult> cases, Axis axis, boolean isProgram) {
    SeedStrip strip() {
      var lanes = new ArrayList<Lane>();
      for (CaseKind kind : CaseKind.values()) {
        lane(kind, lanes.size()).ifPresentOrElse(lanes::add, () -> {});
      }
      int axisY = lanes.size() * LANE_HEIGHT;
      return new SeedStrip(
          label(), lanes, ticks(), median(), interval(), caption(), axisY + TICK_HEIGHT, axisY);
    }

    private java.util.Optional<Lane> lane(CaseKind kind, int place) {
      List<CaseResult> drawn =
          cases.stream()
              .filter(result -> result.kind() == kind && valueOf(score, result).isPresent())
              .toList();
      if (drawn.isEmpty()) {
        return java.util.Optional.empty();
      }
      int top = place * LANE_HEIGHT;
      String name =
          "%s, %d"
              .formatted(
                  isProgram ? "measured" : kind == CaseKind.WARMUP ? "warm-up" : kind.text(),
                  drawn.size());
      int middle = top + LANE_HEIGHT / 2;
      return java.util.Optional.of(
          drawn.size() <= MOST_MARKS
              ? new Lane(name, middle, marks(drawn, top), List.of())
              : new Lane(name, middle, List.of(), dots(drawn, top)));
    }

    private List<Mark> marks(List<CaseResult> drawn, int top) {
      var marks = new ArrayList<Mark>();
      for (int i = 0; i < drawn.size(); i++) {
        marks.add(mark(drawn.get(i), y(i, drawn.size(), top)));
      }
      return marks;
    }

    private static int y(int place, int count, int top) {
      int row = count <= ROWS ? place + (ROWS - count) / 2 : place * ROWS / count;
      return top + 5 + row * (LANE_HEIGHT - 10) / (ROWS - 1);
    }

    /// Dots that fall together are drawn once.
    private List<Dots> dots(List<CaseResult> drawn, int top) {
      int step = drawn.size() <= MOST_FINE_DOTS ? 1 : 4;
      var places = new TreeMap<String, LinkedHashSet<String>>();
      for (int i = 0; i < drawn.size(); i++) {
        CaseResult result = drawn.get(i);
        double percent = axis.percent(valueOf(score, result).orElseThrow());
        long x = step * Math.round(10 * percent / step);
        places
            .computeIfAbsent(shape(result), _ -> new LinkedHashSet<>())
            .add("M%d %dh0".formatted(x, y(i, drawn.size(), top)));
      }
      return places.entrySet().stream()
          .map(entry -> new Dots(entry.getKey(), String.join("", entry.getValue())))
          .toList();
    }

    private static String shape(CaseResult result) {
      return result.status() == Status.OK ? result.kind().text() : "odd";
    }

    private Mark mark(CaseResult result, int y) {
      double value = valueOf(score, result).orElseThrow();
      String status = result.status() == Status.OK ? "" : ", " + result.status().text();
      return new Mark(
          shape(result),
          axis.place(value),
          y,
          "%s: %s%s"
              .formatted(
                  isProgram
                      ? "measurement %d".formatted(result.index() + 1)
                      : "case %d, seed %d".formatted(result.index(), result.seed()),
                  Amount.ofScore(score, value).exact(),
                  status));
    }

    private List<Tick> ticks() {
      var ticks = new TickText(score, axis);
      return axis.ticks().stream()
          .map(value -> new Tick(axis.place(value), ticks.of(value)))
          .toList();
    }

    private Summary sample() {
      return Summary.of(score, CaseKind.SAMPLE, cases);
    }

    private @Nullable Tick median() {
      OptionalDouble median = sample().median();
      return median.isEmpty()
          ? null
          : new Tick(
              axis.place(median.getAsDouble()),
              "median " + Amount.ofScore(score, median.getAsDouble()).text());
    }

    private @Nullable Band interval() {
      SampleQuality quality = SampleQuality.of(score, cases);
      Interval interval = quality.interval();
      if (interval == null) {
        return null;
      }
      double from = axis.percent(interval.low());
      return new Band(
          axis.place(interval.low()),
          String.format(Locale.ROOT, "%.2f%%", axis.percent(interval.high()) - from),
          "95 % interval " + quality.intervalText(score));
    }

    private String label() {
      Summary sample = sample();
      if (sample.values().isEmpty()) {
        return isProgram
            ? "No measurement that was right has a value."
            : "No ok case of the sample has a value.";
      }
      return "%d %s from %s to %s, median %s."
          .formatted(
              sample.values().size(),
              isProgram ? "right measurements" : "ok cases of the sample",
              Amount.ofScore(score, sample.min().orElseThrow()).text(),
              Amount.ofScore(score, sample.max().orElseThrow()).text(),
              Amount.ofScore(score, sample.median().orElseThrow()).text());
    }

    private String caption() {
      String scale =
          axis.isLog() ? "logarithmic axis" : "linear axis, which does not begin at zero";
      String what =
          score.metric().equals(Score.SECONDS)
              ? isProgram ? "Elapsed time" : "Window"
              : score.metric();
      return "%s; %s. From top to bottom in the order of %s. %s"
          .formatted(
              what, scale, isProgram ? "measuring" : "hand-over", without(score, cases, isProgram))
          .strip();
    }
  }
}
