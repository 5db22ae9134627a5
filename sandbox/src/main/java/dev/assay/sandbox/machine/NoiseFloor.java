package dev.assay.sandbox.machine;

import java.util.List;

/// How much the time of the same work varies on this machine: wall times of processes that each
/// execute a loop of fixed length and nothing else.
///
/// @param wallNanos one for each process, in the order of their execution
/// @param otherCpuNanos CPU time of everything else on the processor meanwhile
public record NoiseFloor(List<Long> wallNanos, long otherCpuNanos) {
  public NoiseFloor {
    wallNanos = List.copyOf(wallNanos);
    if (wallNanos.size() < 2 || wallNanos.stream().anyMatch(nanos -> nanos <= 0)) {
      throw new IllegalArgumentException("no two times above zero: " + wallNanos);
    }
  }

  public double medianNanos() {
    return quantile(0.5);
  }

  /// Distance of the slowest from the fastest, as a share of the median.
  public double range() {
    return (quantile(1) - quantile(0)) / medianNanos();
  }

  /// Distance of the third quartile from the first, as a share of the median.
  public double middleHalf() {
    return (quantile(0.75) - quantile(0.25)) / medianNanos();
  }

  /// Between two values, their weighted mean.
  private double quantile(double share) {
    List<Long> ascending = wallNanos.stream().sorted().toList();
    double place = share * (ascending.size() - 1);
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, ascending.size() - 1);
    long low = ascending.get(below);
    return low + (ascending.get(above) - low) * (place - below);
  }
}
