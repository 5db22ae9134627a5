package dev.assay.platform;

import dev.assay.platform.account.Accounts;
import dev.assay.platform.http.Idempotency;
import dev.assay.platform.webhook.Webhooks;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes away once a day what has long expired: sessions, login links, idempotency keys, deliveries
/// to webhooks.
final class Sweeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Duration EVERY = Duration.ofDays(1);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sweeper").factory());

  private Sweeper() {}

  static Sweeper start(Accounts accounts, Idempotency idempotency, Webhooks webhooks) {
    var sweeper = new Sweeper();
    var _ =
        sweeper.timer.scheduleWithFixedDelay(
            () -> sweep(accounts, idempotency, webhooks),
            FIRST.toMillis(),
            EVERY.toMillis(),
            TimeUnit.MILLISECONDS);
    return sweeper;
  }

  private static void sweep(Accounts accounts, Idempotency idempotency, Webhooks webhooks) {
    try {
      accounts.sweep();
      idempotency.sweep();
      webhooks.sweep();
    } catch (RuntimeException e) {
      LOG.warn("what has expired could not be taken away; it is tried again tomorrow", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
