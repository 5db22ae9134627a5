package dev.assay.platform.operate;

import dev.assay.core.protocol.ReportBatch;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// What this process counts. Counters begin at 0 with the process. Thread-safe.
public final class PlatformMetrics {
  private static final double[] SECONDS = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Histogram requests =
      Histogram.builder()
          .name("assay_http_request_duration_seconds")
          .help("Time from a request to its answer, by route and status.")
          .labelNames("method", "route", "status")
          .classicOnly()
          .classicUpperBounds(SECONDS)
          .register(registry);
  private final Counter claims = counter("assay_claims_total", "Jobs that were given to runners.");
  private final Counter leasesLost =
      counter("assay_leases_lost_total", "Leases that ran out, or were never confirmed.");
  private final Counter messages =
      counter("assay_report_messages_total", "Messages of runs that were stored.");
  private final Counter lateReports =
      counter("assay_late_reports_total", "Messages that came after their lease was lost.");

  private final Counter webhookAttempts =
      Counter.builder()
          .name("assay_webhook_attempts_total")
          .help("Attempts to deliver to webhooks, by whether they were delivered.")
          .labelNames("outcome")
          .register(registry);

  private Counter counter(String name, String help) {
    return Counter.builder().name(name).help(help).register(registry);
  }

  PrometheusRegistry registry() {
    return registry;
  }

  /// A request was answered.
  ///
  /// @param route the path as it was registered, as in `/api/v1/runs/{run}`
  public void answered(String method, String route, int status, Duration took) {
    requests.labelValues(method, route, Integer.toString(status)).observe(took.toNanos() / 1e9);
  }

  public void claimed() {
    claims.inc();
  }

  public void leaseLost() {
    leasesLost.inc();
  }

  /// A delivery to a webhook was tried.
  public void webhookAttempted(boolean isDelivered) {
    webhookAttempts.labelValues(isDelivered ? "delivered" : "failed").inc();
  }

  /// A batch of a runner was stored.
  public void reported(ReportBatch.Receipt receipt) {
    (receipt.late() ? lateReports : messages).inc(receipt.stored().size());
  }
}
