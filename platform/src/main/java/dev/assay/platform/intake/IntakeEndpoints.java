package dev.assay.platform.intake;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/// Where runners report, and bring and fetch blobs.
public final class IntakeEndpoints implements Endpoints {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final ReportIntake intake;
  private final RunnerBlobRepository uploads;
  private final LateReportRepository late;
  private final Blobs blobs;
  private final long mostFileBytes;
  private final Consumer<ReportBatch.Receipt> heard;

  /// @param mostFileBytes the most bytes of a file that a run keeps
  /// @param heard of each batch that was stored
  public IntakeEndpoints(
      Jdbi jdbi,
      ReportIntake intake,
      Blobs blobs,
      long mostFileBytes,
      Consumer<ReportBatch.Receipt> heard) {
    this.intake = intake;
    this.uploads = new RunnerBlobRepository(jdbi);
    this.late = new LateReportRepository(jdbi);
    this.blobs = blobs;
    this.mostFileBytes = mostFileBytes;
    this.heard = heard;
  }

  @Override
  public void register(Routes routes) {
    routes.runner(HandlerType.POST, "/api/v1/runner/report", this::report);
    routes.runner(HandlerType.PUT, "/api/v1/runner/blobs/{hash}", this::put);
    routes.scoped(HandlerType.GET, "/api/v1/late-reports", Scope.OPERATE, this::lateReports);
    routes.runner(HandlerType.GET, "/api/v1/runner/blobs/{hash}", this::fetch);
  }

  private void report(Exchange exchange, RunnerIdentity runner) {
    ReportBatch batch = exchange.body(ReportBatch.class, RunnerProtocol.MOST_BATCH_BYTES);
    ReportBatch.Receipt receipt = intake.accept(runner, batch);
    heard.accept(receipt);
    exchange.json(receipt);
  }

  private void lateReports(Exchange exchange, Caller caller) {
    int limit = exchange.limit();
    exchange.json(
        Page.of(
            late.list(exchange.cursor(), limit + 1),
            limit,
            LateReport.Row::key,
            LateReport.Row::view));
  }

  private void put(Exchange exchange, RunnerIdentity runner) {
    String hash = requireHash(exchange);
    try (InputStream content = exchange.bodyStream(mostFileBytes)) {
      uploads.insert(runner.key(), hash, blobs.store(hash, content));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID, "The blob %s broke off: %s".formatted(hash, e), e);
    }
    exchange.noContent();
  }

  private void fetch(Exchange exchange, RunnerIdentity runner) {
    String hash = requireHash(exchange);
    if (!uploads.mayFetch(runner.key(), hash)) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "There is no blob %s for this runner: its lease names none of that hash."
              .formatted(hash));
    }
    exchange.immutable(hash, "application/octet-stream", blobs.open(hash));
  }

  private static String requireHash(Exchange exchange) {
    String hash = exchange.pathParameter("hash");
    if (!HASH.matcher(hash).matches()) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s' is no hash of a blob: 64 small hex digits are.".formatted(SafeText.shown(hash)));
    }
    return hash;
  }
}
