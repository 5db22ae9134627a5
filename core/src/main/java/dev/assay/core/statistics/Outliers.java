package dev.assay.core.statistics;

import java.util.Arrays;

/// Single iterations that are far from those around them: outside of the median ± 3 times the width
/// of the middle 80 % of the 200 around (the bounds of warmup_stats). More than two in a row are no
/// outliers but a change; and the first iteration is none, since programs start slowly.
final class Outliers {
  private static final int WINDOW = 200;
  private static final double WIDTHS = 3;
  private static final int MOST_IN_A_ROW = 2;

  private Outliers() {}

  /// Which are far from those around them.
  static boolean[] far(double[] values) {
    boolean[] isFar = new boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      isFar[i] = isFar(values, i);
    }
    return isFar;
  }

  /// Which of the far ones are outliers.
  static boolean[] mark(boolean[] isFar) {
    boolean[] marked = new boolean[isFar.length];
    int from = 0;
    while (from < isFar.length) {
      int to = from + run(isFar, from);
      if (from > 0 && to - from <= MOST_IN_A_ROW) {
        Arrays.fill(marked, from, to, true);
      }
      from = to + 1;
    }
    return marked;
  }

  /// How many far ones the series begins with, where they are too few for a segment; 0 where they
  /// are enough for change points to be found among them.
  static int atStart(boolean[] isFar) {
    int run = run(isFar, 0);
    return run < ChangePoints.MIN_SEGMENT ? run : 0;
  }

  private static int run(boolean[] isFar, int from) {
    int to = from;
    while (to < isFar.length && isFar[to]) {
      to++;
    }
    return to - from;
  }

  private static boolean isFar(double[] values, int place) {
    int size = Math.min(WINDOW, values.length);
    int start = Math.clamp(place - size / 2, 0, values.length - size);
    double[] window = Arrays.copyOfRange(values, start, start + size);
    Arrays.sort(window);
    double width = at(window, 0.9) - at(window, 0.1);
    return Math.abs(values[place] - at(window, 0.5)) > WIDTHS * width;
  }

  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
