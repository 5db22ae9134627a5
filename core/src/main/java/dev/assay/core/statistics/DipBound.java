package dev.assay.core.statistics;

/// The dip that 99 of 100 samples of evenly distributed values do not reach, simulated from a
/// million samples up to 60 values, 300,000 up to 200 and 60,000 beyond. For 20 values it agrees
/// with the table of the R package `diptest` (M. Maechler); the others were not compared.
final class DipBound {
  /// Numbers of values, and the 99th percentile of the dip times their square root.
  private static final double[][] TABLE = {
    {10, 0.5041}, {12, 0.5139}, {15, 0.5259}, {20, 0.5396}, {25, 0.5495}, {30, 0.5559},
    {40, 0.5655}, {60, 0.5785}, {100, 0.5913}, {200, 0.6040}, {500, 0.6123}, {1000, 0.6218},
  };

  private DipBound() {}

  /// Between two entries in proportion to the square root of 1/n; above the last, as there.
  static double of(int size) {
    double root = Math.sqrt(size);
    int above = 1;
    while (above < TABLE.length - 1 && TABLE[above][0] < size) {
      above++;
    }
    double place = 1 / root;
    double from = 1 / Math.sqrt(TABLE[above - 1][0]);
    double to = 1 / Math.sqrt(TABLE[above][0]);
    double share = Math.clamp((from - place) / (from - to), 0, 1);
    double scaled = TABLE[above - 1][1] + share * (TABLE[above][1] - TABLE[above - 1][1]);
    return scaled / root;
  }
}
