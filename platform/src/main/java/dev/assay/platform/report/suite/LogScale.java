package dev.assay.platform.report.suite;

import dev.assay.platform.report.Axis;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A logarithmic axis and where its ticks are.
///
/// @param ticks values, ascending
record LogScale(Axis axis, List<Double> ticks) {
  private static final double MARGIN = 0.05;
  private static final double LEAST_SPAN = 1.5;
  private static final int ENOUGH = 3;
  private static final int MOST = 8;
  private static final double[][] STEPS = {{1}, {1, 3}, {1, 2, 5}, {1, 1.2, 1.5, 2, 3, 4, 5, 7}};

  LogScale {
    ticks = List.copyOf(ticks);
  }

  /// @param values finite and above 0; at least one
  static LogScale over(Collection<Double> values) {
    var range = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    double span = Math.max(LEAST_SPAN, range.getMax() / range.getMin());
    double margin = Math.pow(span, MARGIN);
    var axis = new Axis(true, range.getMin() / margin, range.getMin() * span * margin);
    return new LogScale(axis, ticks(axis));
  }

  private static List<Double> ticks(Axis axis) {
    List<Double> ticks = List.of();
    for (double[] step : STEPS) {
      ticks = axis.ticksAt(step);
      if (ticks.size() >= ENOUGH) {
        break;
      }
    }
    return ticks.size() < ENOUGH ? new Axis(false, axis.from(), axis.to()).ticks() : thinned(ticks);
  }

  private static List<Double> thinned(List<Double> ticks) {
    int every = (ticks.size() + MOST - 1) / MOST;
    var kept = new ArrayList<Double>();
    for (int i = 0; i < ticks.size(); i += Math.max(1, every)) {
      kept.add(ticks.get(i));
    }
    return kept;
  }

  /// As SVG writes it, in percent from the left.
  String x(double value) {
    return axis.place(value);
  }

  /// In pixels from the top.
  int y(double value, int height) {
    return (int) Math.round(height * (1 - axis.percent(value) / 100));
  }
}
