package dev.assay.platform.operate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.store.Database;
import io.javalin.http.HandlerType;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Supplier;

/// `/health` and `/metrics`.
public final class OperateEndpoints implements Endpoints {
  private final List<HealthCheck> checks;
  private final PlatformMetrics metrics;
  private final OperateSettings settings;
  private final String version;

  /// @param blobUse as of the last count
  public OperateEndpoints(
      List<HealthCheck> checks,
      PlatformMetrics metrics,
      Database database,
      Supplier<dev.assay.platform.blob.FolderBlobs.Use> blobUse,
      OperateSettings settings,
      String version) {
    this.checks = List.copyOf(checks);
    this.metrics = metrics;
    this.settings = settings;
    this.version = version;
    metrics.registry().register(new StateGauges(database, blobUse));
    JvmMetrics.builder().register(metrics.registry());
  }

  /// Asks the database for an answer.
  public static HealthCheck databaseAnswers(Database database) {
    var states = new StateRepository(database.jdbi());
    return HealthCheck.of(
        "database",
        () -> {
          states.ping();
          return "answers";
        });
  }

  @Override
  public void register(Routes routes) {
    routes.bare(HandlerType.GET, "/health", this::health);
    routes.bare(HandlerType.GET, "/metrics", this::metrics);
  }

  private void health(Exchange exchange) {
    Health health = Health.look(checks, version);
    exchange.context().header("Cache-Control", "no-store");
    exchange.json(health.isWorking() ? 200 : 503, health);
  }

  private void metrics(Exchange exchange) {
    requireToken(exchange);
    ExpositionFormatWriter writer =
        ExpositionFormats.init().findWriter(exchange.header("Accept").orElse(""));
    var bytes = new ByteArrayOutputStream();
    try {
      writer.write(bytes, metrics.registry().scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written", e);
    }
    exchange.context().contentType(writer.getContentType()).result(bytes.toByteArray());
  }

  private void requireToken(Exchange exchange) {
    String wanted = settings.metricsToken();
    if (wanted != null && !isSame(wanted, String.valueOf(exchange.bearer()))) {
      throw new AssayException(
          ErrorCode.NOT_AUTHENTICATED,
          "/metrics needs the token of the setting metrics.token, as 'Authorization: Bearer …'.");
    }
  }

  /// In a time that tells nothing about the token.
  private static boolean isSame(String wanted, String shown) {
    return MessageDigest.isEqual(
        wanted.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
  }
}
