package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Score;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.statistics.PowerLaw;
import dev.assay.core.text.NumberText;
import dev.assay.core.text.SafeText;
import dev.assay.platform.page.chart.ChartRepository.PointScore;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.TickText;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// How the scores of entries grow with one parameter, both axes logarithmic.
///
/// @param parameter along which the points go
/// @param columns the parameter's values, with their points
/// @param plane absent when no entry has a value that can be drawn
/// @param lines one an implementation, in the order of the standing
record Growth(String parameter, List<Column> columns, @Nullable Plane plane, List<Line> lines) {
  /// How many implementations are drawn: as many as shapes and colours tell apart.
  static final int MOST_LINES = 6;

  /// How many points of a family are shown.
  static final int MOST_POINTS = 12;

  /// How many of them have a column of their own.
  private static final int MOST_COLUMNS = 6;

  private static final int HEIGHT = 300;
  private static final int PADDING = 10;
  private static final int MOST_NAME = 32;

  Growth {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
  }

  /// @param isCurrent whether it is the page's own
  record Column(String text, String point, boolean isCurrent) {}

  /// @param shape number of its shape and colour, from 1
  /// @param path in a drawing of 1000 by the plane's height; empty without two values
  /// @param dots path of a dot at each value
  /// @param marks its shape, at the first and the last value and between them
  /// @param cells one a column
  /// @param exponent as in `1.98`; `–` for fewer than two values
  /// @param interval as in `1.91–2.05`; empty for fewer than three values
  record Line(
      int shape,
      String implementation,
      String name,
      String path,
      String dots,
      List<Mark> marks,
      List<Cell> cells,
      String exponent,
      String interval) {}

  /// @param x in percent
  record Mark(String x, int y) {}

  /// @param run absent where there is no number
  record Cell(Amount amount, @Nullable String run) {}

  /// Of a family as much as is drawn and fitted: evenly chosen, the current point always among
  /// them.
  static List<Point> shown(Family family, Point current) {
    return thinned(family.points(), current, MOST_POINTS);
  }

  private static List<Point> thinned(List<Point> all, Point current, int most) {
    if (all.size() <= most) {
      return all;
    }
    var chosen = new TreeSet<Integer>();
    for (int i = 0; i < most - 1; i++) {
      chosen.add(Math.round(i * (all.size() - 1) / (float) (most - 2)));
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(current.name())) {
        chosen.add(i);
      }
    }
    return chosen.stream().map(all::get).toList();
  }

  static Growth of(
      Score score, Family family, Point current, List<PlaceView> places, List<PointScore> scores) {
    return new Drawing(score, family, shown(family, current), current, places, byPlace(scores))
        .growth();
  }

  private static Map<String, Map<String, PointScore>> byPlace(List<PointScore> scores) {
    var all = new HashMap<String, Map<String, PointScore>>();
    scores.forEach(one ->
        all.computeIfAbsent(one.implementation(), id -> new HashMap<>()).put(one.point(), one));
    return all;
  }

  private record Drawing(
      Score score,
      Family family,
      List<Point> points,
      Point current,
      List<PlaceView> places,
      Map<String, Map<String, PointScore>> scores) {
    Growth growth() {
      var values =
          places.stream()
              .flatMapToDouble(place -> points.stream().mapToDouble(point -> value(place, point)))
              .filter(value -> value > 0)
              .summaryStatistics();
      PlotAxis x =
          PlotAxis.logOver(
                  DoubleStream.concat(
                          DoubleStream.of(family.value(points.getFirst())),
                          DoubleStream.of(family.value(points.getLast())))
                      .summaryStatistics())
              .withTicks(points.stream().map(family::value).toList(), 6);
      PlotAxis y = values.getCount() == 0 ? null : PlotAxis.logOver(values);
      var lines = new ArrayList<Line>();
      for (int i = 0; i < places.size(); i++) {
        lines.add(line(i + 1, places.get(i), x, y));
      }
      return new Growth(
          family.parameter(),
          columns().stream()
              .map(point ->
                  new Column(
                      number(family.value(point)),
                      point.name(),
                      point.name().equals(current.name())))
              .toList(),
          y == null ? null : plane(x, y),
          lines);
    }

    private List<Point> columns() {
      return thinned(points, current, MOST_COLUMNS);
    }

    private Plane plane(PlotAxis x, PlotAxis y) {
      var text = new TickText(score, y.axis());
      return Plane.of(HEIGHT, PADDING, x, Drawing::number, y, text::of);
    }

    private static String number(double value) {
      return NumberText.of(value);
    }

    /// NaN without one.
    private double value(PlaceView place, Point point) {
      PointScore found = scores.getOrDefault(place.implementation(), Map.of()).get(point.name());
      return found == null ? Double.NaN : found.score();
    }

    private Line line(int shape, PlaceView place, PlotAxis x, @Nullable PlotAxis y) {
      var parameters = new ArrayList<Double>();
      var values = new ArrayList<Double>();
      for (Point point : points) {
        if (value(place, point) > 0) {
          parameters.add(family.value(point));
          values.add(value(place, point));
        }
      }
      PowerLaw law = PowerLaw.fit(parameters, values, SampleQuality.LEVEL).orElse(null);
      return new Line(
          shape,
          place.implementation(),
          SafeText.oneLine(place.implementationName(), MOST_NAME),
          y == null ? "" : path(parameters, values, x, y),
          y == null ? "" : dots(parameters, values, x, y),
          y == null ? List.of() : marks(parameters, values, x, y),
          cells(place),
          law == null ? "–" : digits(law.exponent()),
          law == null || law.interval() == null
              ? ""
              : "%s to %s".formatted(digits(law.interval().low()), digits(law.interval().high())));
    }

    private static String digits(double exponent) {
      return String.format(Locale.ROOT, "%.2f", exponent).replaceFirst("^-(0\\.00)$", "$1");
    }

    private List<Cell> cells(PlaceView place) {
      Map<String, PointScore> mine = scores.getOrDefault(place.implementation(), Map.of());
      return columns().stream()
          .map(point -> {
            PointScore found = mine.get(point.name());
            return found == null
                ? new Cell(Amount.NONE, null)
                : new Cell(Amount.ofScore(score, found.score()), found.run());
          })
          .toList();
    }

    private static List<Mark> marks(
        List<Double> parameters, List<Double> values, PlotAxis x, PlotAxis y) {
      var marks = new ArrayList<Mark>();
      int last = values.size() - 1;
      for (int i : new TreeSet<>(List.of(0, last / 2, last))) {
        if (i < 0) {
          continue;
        }
        marks.add(
            new Mark(
                Plane.percent(x.percent(parameters.get(i))),
                Plane.y(HEIGHT, PADDING, y.percent(values.get(i)))));
      }
      return marks;
    }

    private static String dots(
        List<Double> parameters, List<Double> values, PlotAxis x, PlotAxis y) {
      var path = new StringBuilder();
      for (int i = 0; i < values.size(); i++) {
        path.append(
            "M%d %dz"
                .formatted(
                    Math.round(10 * x.percent(parameters.get(i))),
                    Plane.y(HEIGHT, PADDING, y.percent(values.get(i)))));
      }
      return path.toString();
    }

    private static String path(
        List<Double> parameters, List<Double> values, PlotAxis x, PlotAxis y) {
      var path = new StringBuilder();
      for (int i = 0; i < values.size(); i++) {
        path.append(i == 0 ? "M" : "L")
            .append(Math.round(10 * x.percent(parameters.get(i))))
            .append(' ')
            .append(Plane.y(HEIGHT, PADDING, y.percent(values.get(i))));
      }
      return values.size() < 2 ? "" : path.toString();
    }
  }
}
