package dev.assay.core.statistics;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/// Student's t distribution.
final class StudentT {
  private static final int HALVINGS = 100;
  private static final double LARGEST = 1e6;

  private StudentT() {}

  /// The value that a share `level` of all lies within, on both sides of 0.
  static double twoSided(double level, double degrees) {
    double low = 0;
    double high = LARGEST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (within(middle, degrees) < level) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /// The share of all that lies further from 0 than `t`, on both sides.
  static double beyond(double t, double degrees) {
    return RegularizedBeta.value(degrees / (degrees + t * t), degrees / 2, 0.5);
  }

  private static double within(double t, double degrees) {
    return 1 - beyond(t, degrees);
  }
}
