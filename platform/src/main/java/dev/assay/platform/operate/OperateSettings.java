package dev.assay.platform.operate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What an operator decides about running the platform.
///
/// @param metricsToken what a scraper has to send as `Authorization: Bearer`; absent: anybody may
///   read `/metrics`
/// @param leastFreeBytes of the blobs' disk; with less `/health` answers 503
/// @param grace how long requests in flight may take at a stop
public record OperateSettings(@Nullable String metricsToken, long leastFreeBytes, Duration grace) {
  public static final OperateSettings USUAL =
      new OperateSettings(null, 1L << 30, Duration.ofSeconds(20));
}
