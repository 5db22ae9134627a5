package dev.assay.core.bundle;

import java.time.Duration;

/// How long programs are given and how often they are measured, under the protocol `program`.
///
/// @param timeout wall time after which a program is ended at a workload
/// @param cutoff wall time within which a workload is measured again
/// @param repeats how many more times it then is, with output to `/dev/null`
public record ProgramRules(Duration timeout, Duration cutoff, int repeats) {
  /// Those of the Computer Language Benchmarks Game: an hour, two minutes, five times.
  public static final ProgramRules DEFAULT =
      new ProgramRules(Duration.ofHours(1), Duration.ofMinutes(2), 5);

  /// The most that `repeats` may be.
  public static final int MOST_REPEATS = 1_000;

  public ProgramRules {
    if (timeout.isNegative() || timeout.isZero() || cutoff.isNegative()) {
      throw new IllegalArgumentException(
          "a timeout of %s and a cutoff of %s".formatted(timeout, cutoff));
    }
    if (repeats < 0 || repeats > MOST_REPEATS) {
      throw new IllegalArgumentException(
          "%d repeats, where 0 to %d are possible".formatted(repeats, MOST_REPEATS));
    }
  }
}
