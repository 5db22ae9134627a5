package dev.assay.core.statistics;

import java.util.Arrays;

/// The dip: how far the distribution of a sample is from the nearest one with a single mode, as the
/// largest difference between their distribution functions. From 1/2n for evenly spaced values to
/// 1/4 for two equal halves that are far apart.
///
/// J. A. Hartigan and P. M. Hartigan, "The Dip Test of Unimodality", Annals of Statistics 13
/// (1985). The distribution function is held between its greatest convex minorant below the mode
/// and its least concave majorant above it; the stretch that holds the mode shrinks until the two
/// hulls over it are nearer to each other than the dip that was found outside.
final class Dip {
  /// In ascending order, without ties.
  private final double[] x;

  private Dip(double[] x) {
    this.x = x;
  }

  /// @param sorted distinct values in ascending order, two at least
  static double of(double[] sorted) {
    return new Dip(sorted).find() / (2.0 * sorted.length);
  }

  /// Twice the dip, counted in values.
  private double find() {
    int low = 0;
    int high = x.length - 1;
    double dip = 1;
    while (true) {
      int[] minorant = hull(low, high, 1);
      int[] majorant = hull(low, high, -1);
      Gap gap = widest(minorant, majorant);
      if (gap.width() <= dip) {
        return dip;
      }
      dip = Math.max(dip, belowMode(minorant, gap.low()));
      dip = Math.max(dip, aboveMode(majorant, gap.high()));
      if (gap.low() == low && gap.high() == high) {
        return dip;
      }
      low = gap.low();
      high = gap.high();
    }
  }

  /// @param width between the hulls, where they are farthest apart
  /// @param low vertex of the minorant before or at that place
  /// @param high vertex of the majorant behind or at that place
  private record Gap(double width, int low, int high) {}

  /// The places of a hull's vertices over a stretch of the distribution function: convex below for
  /// a sign of 1, concave above for -1.
  private int[] hull(int low, int high, int sign) {
    int[] vertices = new int[high - low + 1];
    int count = 0;
    for (int i = low; i <= high; i++) {
      while (count >= 2 && sign * turn(vertices[count - 2], vertices[count - 1], i) <= 0) {
        count--;
      }
      vertices[count++] = i;
    }
    return Arrays.copyOf(vertices, count);
  }

  /// Above 0 where the line from `a` over `b` to `c` bends upwards.
  private double turn(int a, int b, int c) {
    return (c - b) * (x[b] - x[a]) - (b - a) * (x[c] - x[b]);
  }

  /// Height of the line between two vertices at a place.
  private double height(int from, int to, int at) {
    return from == to ? from : from + (to - from) * ((x[at] - x[from]) / (x[to] - x[from]));
  }

  /// The majorant runs over the upper ends of the steps and the minorant over the lower ones, so
  /// they are one value farther apart than through the same points.
  private Gap widest(int[] minorant, int[] majorant) {
    var widest = new Gap(0, minorant[0], majorant[majorant.length - 1]);
    int above = 1;
    for (int vertex : minorant) {
      while (above < majorant.length - 1 && majorant[above] < vertex) {
        above++;
      }
      int to = majorant[Math.min(above, majorant.length - 1)];
      int from = majorant[Math.max(0, Math.min(above, majorant.length - 1) - 1)];
      double width = height(from, to, vertex) - vertex + 1;
      if (width > widest.width()) {
        widest = new Gap(width, vertex, to);
      }
    }
    int below = 1;
    for (int vertex : majorant) {
      while (below < minorant.length - 1 && minorant[below] < vertex) {
        below++;
      }
      int to = minorant[Math.min(below, minorant.length - 1)];
      int from = minorant[Math.max(0, Math.min(below, minorant.length - 1) - 1)];
      double width = vertex - height(from, to, vertex) + 1;
      if (width > widest.width()) {
        widest = new Gap(width, from, vertex);
      }
    }
    return widest;
  }

  /// The farthest that the steps rise above the minorant up to a vertex.
  private double belowMode(int[] minorant, int end) {
    double farthest = 1;
    for (int k = 1; k < minorant.length && minorant[k] <= end; k++) {
      for (int i = minorant[k - 1]; i <= minorant[k]; i++) {
        farthest = Math.max(farthest, i - height(minorant[k - 1], minorant[k], i) + 1);
      }
    }
    return farthest;
  }

  /// The farthest that the steps fall below the majorant from a vertex on.
  private double aboveMode(int[] majorant, int begin) {
    double farthest = 1;
    for (int k = 1; k < majorant.length; k++) {
      if (majorant[k - 1] >= begin) {
        for (int i = majorant[k - 1]; i <= majorant[k]; i++) {
          farthest = Math.max(farthest, height(majorant[k - 1], majorant[k], i) - i + 1);
        }
      }
    }
    return farthest;
  }
}
