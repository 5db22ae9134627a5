package dev.assay.core.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The time of an iteration once processes are steady: the mean of their steady-state means.
///
/// A process is the unit that repeats: iterations of one process share its luck (addresses, the
/// order in which it compiled what), so the interval is over processes, by Student's t (T.
/// Kalibera, R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013).
///
/// @param processes how many
/// @param meanSeconds the mean of the means
/// @param interval of the mean
public record SteadyState(int processes, double meanSeconds, Interval interval) {
  /// Of the interval.
  public static final double LEVEL = 0.99;

  /// Empty where a process never became steady, and where there are fewer than two: one process
  /// says nothing of others.
  public static Optional<SteadyState> of(List<SeriesShape> processes) {
    boolean steady = processes.stream().allMatch(shape -> shape.kind().isSteady());
    if (!steady || processes.size() < 2) {
      return Optional.empty();
    }
    double[] means = processes.stream().mapToDouble(SeriesShape::steadyMean).toArray();
    double mean = Arrays.stream(means).average().orElseThrow();
    double squares = Arrays.stream(means).map(one -> (one - mean) * (one - mean)).sum();
    double error = Math.sqrt(squares / (means.length - 1) / means.length);
    double half = StudentT.twoSided(LEVEL, means.length - 1) * error;
    return Optional.of(
        new SteadyState(means.length, mean, new Interval(mean - half, mean + half, LEVEL)));
  }
}
