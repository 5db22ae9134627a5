package dev.assay.runner.agent;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before the next try: a random time below a bound that doubles, so that many
/// runners do not come back together.
///
/// @param first bound of the first wait
/// @param most bound of any
record Backoff(Duration first, Duration most, RandomGenerator random) {
  /// @param failures so far, from 1
  Duration after(int failures) {
    long bound = first.toMillis() << Math.clamp(failures - 1, 0, 20);
    long millis = Math.min(bound, most.toMillis());
    return Duration.ofMillis(millis / 2 + random.nextLong(millis / 2 + 1));
  }
}
