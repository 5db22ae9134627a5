package dev.assay.platform.webhook;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A webhook as its owner sees it, without its secret.
///
/// @param events as in `run.finished`
/// @param benchmarks of others whose standings it hears of, by name
/// @param pausedAt absent while it is delivered to
/// @param pauseReason why the platform paused it; absent when its owner did
/// @param failingSince when it first failed after its newest success; absent while it works
/// @param oldSecretEnd until when the secret before signs its deliveries too; absent when there is
///   none
public record WebhookView(
    String id,
    String url,
    List<String> events,
    List<String> benchmarks,
    Instant createdAt,
    @Nullable Instant pausedAt,
    @Nullable String pauseReason,
    @Nullable Instant failingSince,
    @Nullable Instant oldSecretEnd) {
  public WebhookView {
    events = List.copyOf(events);
    benchmarks = List.copyOf(benchmarks);
  }

  public boolean isPaused() {
    return pausedAt != null;
  }
}
