package dev.assay.platform.operate;

import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/// What there is to do, and who is there to do it.
///
/// @param queued jobs that wait
/// @param oldestSeconds since the oldest of them waits; 0 without any
/// @param running jobs that are with a runner
/// @param runners by state; `silent` are active ones that were not heard of for 60 s
public record PlatformState(
    long queued, double oldestSeconds, long running, Map<String, Long> runners) {
  public PlatformState {
    runners = Map.copyOf(runners);
  }

  public static PlatformState now(Jdbi jdbi) {
    return new StateRepository(jdbi).now();
  }

  /// How many runners are in a state.
  public long runners(String state) {
    return runners.getOrDefault(state, 0L);
  }
}
