package dev.assay.sandbox;

import dev.assay.core.run.Limit;
import java.time.Duration;

/// How much time a process has from now on.
///
/// @param limit what the wall time is called when it is passed: `INIT` or `WALL`
/// @param startNanos `System.nanoTime()` that `wall` counts from
/// @param wall wall time
/// @param cpuStartNanos CPU time of the tree that `cpu` counts from
/// @param cpu CPU time of the whole tree
public record Allowance(
    Limit limit, long startNanos, Duration wall, long cpuStartNanos, Duration cpu) {
  /// An allowance from now, for a tree that has used `cpuStartNanos` so far.
  public static Allowance fromNow(Limit limit, Duration wall, long cpuStartNanos, Duration cpu) {
    return new Allowance(limit, System.nanoTime(), wall, cpuStartNanos, cpu);
  }
}
