package dev.assay.platform.http;

import java.time.Duration;

/// Is told of each answer, on the thread that gave it.
@FunctionalInterface
public interface AnswerListener {
  /// @param route the path as it was registered, as in `/api/v1/runs/{run}`
  void answered(String method, String route, int status, Duration took);
}
