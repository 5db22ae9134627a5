package dev.assay.platform.page.chart;

import java.util.Arrays;
import java.util.Locale;

/// The outline of many values: a density on both sides of a middle line, as wide as it is likely to
/// find a value there. A Gaussian kernel with the bandwidth of B. W. Silverman ("Density Estimation
/// for Statistics and Data Analysis", 1986, 3.31), over the places on the axis; it ends at the
/// least and at the largest value.
final class Violin {
  private static final int STEPS = 40;
  private static final int BINS = 400;
  private static final double LEAST_BANDWIDTH = 3;

  private Violin() {}

  /// An SVG path.
  ///
  /// @param places on the axis, ascending, at least one
  /// @param middle of the lane
  /// @param half the largest distance of the outline from the middle
  static String path(double[] places, double middle, double half) {
    double from = places[0];
    double to = Math.max(places[places.length - 1], from + 1);
    double[] density = density(places, from, to);
    double most = Arrays.stream(density).max().orElse(1);
    var upper = new StringBuilder();
    var lower = new StringBuilder();
    for (int i = 0; i <= STEPS; i++) {
      String x = String.format(Locale.ROOT, "%.0f ", from + i * (to - from) / STEPS);
      double away = half * density[i] / most;
      upper.append(i == 0 ? "M" : "L").append(x).append(place(middle - away));
      lower.insert(0, "L" + x + place(middle + away));
    }
    return upper.append(lower).append('Z').toString();
  }

  private static String place(double y) {
    String text = String.format(Locale.ROOT, "%.1f", y);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static double[] density(double[] places, double from, double to) {
    int[] bins = new int[BINS + 1];
    for (double place : places) {
      bins[(int) Math.round(BINS * (place - from) / (to - from))]++;
    }
    double bandwidth = bandwidth(places);
    double[] density = new double[STEPS + 1];
    for (int i = 0; i <= STEPS; i++) {
      double x = i / (double) STEPS;
      for (int bin = 0; bin <= BINS; bin++) {
        double away = (x - bin / (double) BINS) * (to - from) / bandwidth;
        density[i] += bins[bin] * Math.exp(-away * away / 2);
      }
    }
    return density;
  }

  private static double bandwidth(double... places) {
    double mean = Arrays.stream(places).average().orElse(0);
    double variance =
        Arrays.stream(places).map(place -> (place - mean) * (place - mean)).average().orElse(0);
    double quartiles = places[3 * places.length / 4] - places[places.length / 4];
    double spread = Math.min(Math.sqrt(variance), quartiles / 1.34);
    return Math.max(LEAST_BANDWIDTH, 0.9 * spread * Math.pow(places.length, -0.2));
  }
}
