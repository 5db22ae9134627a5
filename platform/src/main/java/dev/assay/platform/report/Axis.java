package dev.assay.platform.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;

/// A horizontal axis: where a value stands in percent of the width, and where ticks are.
///
/// @param isLog logarithmic, since the values span more than one and a half decades
/// @param from value at the left end
/// @param to value at the right end
public record Axis(boolean isLog, double from, double to) {
  private static final double LOG_FROM_RATIO = Math.pow(10, 1.5);
  private static final double MARGIN = 0.04;
  private static final int MAX_TICKS = 5;

  /// An axis that holds all values, with a margin.
  public static Axis over(DoubleSummaryStatistics values) {
    double min = values.getMin();
    double max = values.getMax();
    if (min > 0 && max / min > LOG_FROM_RATIO) {
      double margin = Math.pow(max / min, MARGIN);
      return new Axis(true, min / margin, max * margin);
    }
    double span = max > min ? max - min : Math.max(Math.abs(max) * 0.1, 1e-12);
    return new Axis(false, min - span * MARGIN, max + span * MARGIN);
  }

  /// Place of a value, from 0 at the left end to 100 at the right.
  public double percent(double value) {
    double share =
        isLog ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    return Math.clamp(100 * share, 0, 100);
  }

  /// A place as SVG writes it.
  public String place(double value) {
    return String.format(Locale.ROOT, "%.2f%%", percent(value));
  }

  public List<Double> ticks() {
    return isLog ? logTicks() : linearTicks();
  }

  /// The values of a logarithmic axis that begin with one of these, as in 1, 3, 10, 30 for 1 and 3.
  ///
  /// @param mantissas from 1 to below 10, ascending
  public List<Double> ticksAt(double... mantissas) {
    var ticks = new ArrayList<Double>();
    int last = (int) Math.ceil(Math.log10(to));
    for (int power = (int) Math.floor(Math.log10(from)); power <= last; power++) {
      for (double mantissa : mantissas) {
        double value = mantissa * Math.pow(10, power);
        if (value >= from && value <= to) {
          ticks.add(value);
        }
      }
    }
    return ticks;
  }

  /// The distance between neighbouring ticks; on a logarithmic axis the smallest value.
  public double step() {
    return isLog ? from : stepOf(to - from);
  }

  private List<Double> linearTicks() {
    double step = step();
    var ticks = new ArrayList<Double>();
    for (long i = (long) Math.ceil(from / step);
        i * step <= to && ticks.size() < 2 * MAX_TICKS;
        i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static double stepOf(double span) {
    double rough = span / MAX_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double mantissa = rough / power;
    return power * (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10);
  }

  private List<Double> logTicks() {
    int first = (int) Math.floor(Math.log10(from));
    int last = (int) Math.ceil(Math.log10(to));
    int every = Math.max(1, (last - first + MAX_TICKS - 1) / MAX_TICKS);
    double[] mantissas = last - first <= 3 ? new double[] {1, 3} : new double[] {1};
    var ticks = new ArrayList<Double>();
    for (int power = first; power <= last; power += every) {
      for (double mantissa : mantissas) {
        double value = mantissa * Math.pow(10, power);
        if (value >= from && value <= to) {
          ticks.add(value);
        }
      }
    }
    return ticks;
  }
}
