package dev.assay.platform.page.chart;

import dev.assay.platform.report.Axis;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/// An axis of a drawing with two, and where its ticks are.
///
/// @param axis where values stand
/// @param ticks values, ascending
record PlotAxis(Axis axis, List<Double> ticks) {
  private static final double MARGIN = 0.06;
  private static final int ENOUGH = 3;

  PlotAxis {
    ticks = List.copyOf(ticks);
  }

  /// Logarithmic where the values span more than one and a half decades.
  static PlotAxis over(DoubleSummaryStatistics values) {
    Axis axis = Axis.over(values);
    return new PlotAxis(axis, axis.isLog() ? logTicks(axis) : axis.ticks());
  }

  /// As `over`, but a linear one begins at zero. The values are positive.
  static PlotAxis fromZero(DoubleSummaryStatistics values) {
    if (Axis.over(values).isLog()) {
      return over(values);
    }
    return over(DoubleStream.of(0, values.getMax()).summaryStatistics());
  }

  /// Logarithmic whatever the values span. They are positive.
  static PlotAxis logOver(DoubleSummaryStatistics values) {
    double ratio = Math.max(values.getMax() / values.getMin(), 1.2);
    double margin = Math.pow(ratio, MARGIN);
    var axis = new Axis(true, values.getMin() / margin, values.getMax() * margin);
    return new PlotAxis(axis, logTicks(axis));
  }

  /// The same axis with other ticks, of which as many are left out as it takes for `most`.
  PlotAxis withTicks(List<Double> values, int most) {
    int every = (values.size() + most - 1) / most;
    var kept = new ArrayList<Double>();
    for (int i = 0; i < values.size(); i += Math.max(1, every)) {
      kept.add(values.get(i));
    }
    return new PlotAxis(axis, kept);
  }

  double percent(double value) {
    return axis.percent(value);
  }

  /// Powers of ten; where these are too few, the coarsest steps between them of which there are
  /// enough.
  private static List<Double> logTicks(Axis axis) {
    if (axis.to() / axis.from() > 1e3) {
      return axis.ticks();
    }
    for (double[] mantissas : new double[][] {{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}}) {
      List<Double> ticks = axis.ticksAt(mantissas);
      if (ticks.size() >= ENOUGH) {
        return ticks;
      }
    }
    return new Axis(false, axis.from(), axis.to()).ticks();
  }
}
