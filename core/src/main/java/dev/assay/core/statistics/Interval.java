package dev.assay.core.statistics;

/// Where a value lies, given what was measured. Both ends belong to it.
///
/// @param level the share of such intervals that hold the value, as in 0.95
public record Interval(double low, double high, double level) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval from %s to %s".formatted(low, high));
    }
    requireLevel(level);
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  static void requireLevel(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "a level lies between 0 and 1, as in 0.95, and is not %s".formatted(level));
    }
  }
}
