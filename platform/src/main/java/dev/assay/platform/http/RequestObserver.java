package dev.assay.platform.http;

import java.time.Duration;

/// Is told of every request that was answered, for counting and timing. It is called on the
/// request's thread, so it must be quick and throw nothing.
@FunctionalInterface
public interface RequestObserver {
  /// For those who do not count.
  RequestObserver NONE = (method, routePattern, status, time) -> {};

  /// @param routePattern as registered, as in `/api/v1/runs/{run}`; `none` when no route fitted
  /// @param time from the first look at the request until its answer was handed over
  void observed(String method, String routePattern, int status, Duration time);
}
