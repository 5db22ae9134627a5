package dev.assay.platform.page.account;

import dev.assay.core.text.SafeText;
import dev.assay.platform.page.Moment;
import dev.assay.platform.webhook.DeliveryView;
import dev.assay.platform.webhook.WebhookView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Turns webhooks and deliveries into rows of pages.
final class HookRows {
  private HookRows() {}

  static HookViews.Row of(WebhookView hook) {
    String state = hook.isPaused() ? "paused" : hook.failingSince() == null ? "active" : "failing";
    return new HookViews.Row(
        hook.id(),
        hook.url(),
        String.join(", ", hook.events()),
        String.join(", ", hook.benchmarks()),
        state,
        moment(hook.isPaused() ? hook.pausedAt() : hook.failingSince()),
        hook.pauseReason(),
        moment(hook.oldSecretEnd()),
        Moment.of(hook.createdAt()));
  }

  /// @param most characters of why it failed
  static HookViews.DeliveryRow of(DeliveryView delivery, int most) {
    return new HookViews.DeliveryRow(
        delivery.id(),
        delivery.event(),
        delivery.state(),
        status(delivery, most),
        delivery.attempts(),
        took(delivery.took()),
        Moment.of(delivery.createdAt()),
        moment(delivery.dueAt()));
  }

  private static String status(DeliveryView delivery, int most) {
    if (delivery.failure() != null) {
      return SafeText.oneLine(delivery.failure(), most);
    }
    return delivery.status() == null ? "" : delivery.status().toString();
  }

  private static String took(@Nullable Duration took) {
    return took == null ? "" : took.toMillis() + " ms";
  }

  static @Nullable Moment moment(@Nullable Instant at) {
    return at == null ? null : Moment.of(at);
  }
}
