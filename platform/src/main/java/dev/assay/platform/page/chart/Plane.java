package dev.assay.platform.page.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/// The frame of a drawing with two axes: as wide as there is room, and so many pixels high.
///
/// @param height without what stands below the axis
/// @param columns ticks of the horizontal axis
/// @param rows ticks of the vertical axis
record Plane(int height, List<Column> columns, List<Row> rows) {
  Plane {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /// @param x in percent
  record Column(String x, String text) {}

  /// @param y in pixels from the top
  record Row(int y, String text) {}

  static Plane of(
      int height,
      int padding,
      PlotAxis x,
      DoubleFunction<String> xText,
      PlotAxis y,
      DoubleFunction<String> yText) {
    var columns = new ArrayList<Column>();
    x.ticks()
        .forEach(value -> columns.add(new Column(percent(x.percent(value)), xText.apply(value))));
    var rows = new ArrayList<Row>();
    y.ticks()
        .forEach(
            value -> rows.add(new Row(y(height, padding, y.percent(value)), yText.apply(value))));
    return new Plane(height, columns, rows);
  }

  /// As SVG writes it.
  static String percent(double percent) {
    return String.format(Locale.ROOT, "%.1f%%", percent);
  }

  /// Pixels from the top.
  static int y(int height, int padding, double percent) {
    return (int) Math.round(height - padding - (height - 2 * padding) * percent / 100);
  }
}
