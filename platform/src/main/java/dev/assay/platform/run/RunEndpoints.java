package dev.assay.platform.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.run.RunRepository.FileRow;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;

/// Reading runs.
public final class RunEndpoints implements Endpoints {
  private static final String RUN = "/api/v1/runs/{run}";
  private static final String CSV = "text/csv; charset=utf-8; header=present";
  private static final String ARCHIVE = "application/zstd";
  private static final String FOR_EVER = "private, max-age=31536000, immutable";
  private static final String ASK_AGAIN = "private, no-cache";

  private final Jdbi jdbi;
  private final Blobs blobs;
  private final Runs runs;
  private final RunPackage packages;
  private final BenchmarkExport exports;

  public RunEndpoints(Jdbi jdbi, Blobs blobs) {
    this.jdbi = jdbi;
    this.blobs = blobs;
    this.runs = new Runs(jdbi);
    this.packages = new RunPackage(jdbi, blobs);
    this.exports = new BenchmarkExport(jdbi);
  }

  @Override
  public void register(Routes routes) {
    routes.open(HandlerType.GET, "/api/v1/runs", this::list);
    routes.open(
        HandlerType.GET, RUN, (exchange, caller) -> exchange.json(runs.view(caller, id(exchange))));
    routes.open(HandlerType.GET, RUN + "/document", this::document);
    routes.open(HandlerType.GET, RUN + "/points/{point}", this::point);
    routes.open(
        HandlerType.GET,
        RUN + "/points.csv",
        (exchange, caller) -> table(exchange, caller, RunTables.POINTS_HEADER, RunTables::points));
    routes.open(
        HandlerType.GET,
        RUN + "/cases.csv",
        (exchange, caller) -> table(exchange, caller, RunTables.CASES_HEADER, RunTables::cases));
    routes.open(HandlerType.GET, RUN + "/files/<name>", this::file);
    routes.open(HandlerType.GET, RUN + "/package", this::reproduction);
    routes.open(HandlerType.GET, "/api/v1/benchmarks/{benchmark}/export", this::export);
  }

  private static String id(Exchange exchange) {
    return exchange.pathParameter("run");
  }

  private void list(Exchange exchange, Caller caller) {
    exchange.json(runs.list(caller, filter(exchange), exchange.cursor(), exchange.limit()));
  }

  private static RunFilter filter(Exchange exchange) {
    var filter = new RunFilter(RunFilter.By.EVERYTHING, "");
    int count = 0;
    for (RunFilter.By by : RunFilter.By.values()) {
      var value = exchange.query(by.name().toLowerCase(Locale.ROOT));
      if (value.isPresent() && by != RunFilter.By.EVERYTHING) {
        filter = new RunFilter(by, value.get().replace('~', '/'));
        count++;
      }
    }
    if (count > 1) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "Runs are listed by one of benchmark, implementation, runner and submission, and %d were asked for."
              .formatted(count));
    }
    return filter;
  }

  private void document(Exchange exchange, Caller caller) {
    RunRow row = row(caller, id(exchange));
    boolean isFinal = row.isClosed();
    if (isFinal && exchange.isKnown("run-" + row.id(), FOR_EVER)) {
      return;
    }
    byte[] document =
        jdbi.withHandle(handle -> JsonCodec.toBytes(RunDocuments.assemble(handle, row.key())));
    if (!isFinal) {
      exchange.context().header("Cache-Control", ASK_AGAIN);
    }
    exchange.context().status(200).contentType("application/json").result(document);
  }

  private RunRow row(Caller caller, String id) {
    return jdbi.withHandle(handle -> Runs.require(new RunRepository(handle, caller), id));
  }

  private void point(Exchange exchange, Caller caller) {
    exchange.json(runs.point(caller, id(exchange), exchange.pathParameter("point")));
  }

  /// Writes the rows of a table.
  @FunctionalInterface
  private interface TableWriter {
    void write(RunRepository runs, RunRow run, Consumer<String> out);
  }

  /// Of one run, so it fits in memory: 10,000 seeds a point at most.
  private void table(Exchange exchange, Caller caller, String header, TableWriter writer) {
    var text = new StringBuilder(header);
    RunRow row = row(caller, id(exchange));
    jdbi.useHandle(handle -> writer.write(new RunRepository(handle, caller), row, text::append));
    exchange
        .context()
        .header("X-Content-Type-Options", "nosniff")
        .header("Cache-Control", ASK_AGAIN)
        .contentType(CSV)
        .result(text.toString());
  }

  private void file(Exchange exchange, Caller caller) {
    String name = exchange.pathParameter("name");
    FileRow file =
        jdbi.withHandle(handle -> {
          var repository = new RunRepository(handle, caller);
          RunRow row = Runs.require(repository, id(exchange));
          return repository.findFile(row.key(), name).orElseThrow(() -> Runs.noFile(row, name));
        });
    FileAnswer.give(exchange, blobs, file);
  }

  private void reproduction(Exchange exchange, Caller caller) {
    RunPackage.Contents contents = packages.contents(caller, id(exchange));
    stream(
        exchange,
        contents.run().id() + ".tar.zst",
        (context, out) -> packages.write(contents, out));
  }

  private void export(Exchange exchange, Caller caller) {
    String benchmark = exchange.pathParameter("benchmark").replace('~', '/');
    exports.require(caller, benchmark);
    stream(
        exchange,
        benchmark.replace('/', '-') + ".tar.zst",
        (context, out) -> exports.write(caller, benchmark, out));
  }

  /// Writes an archive while it is sent.
  @FunctionalInterface
  private interface ArchiveWriter {
    void write(Exchange exchange, OutputStream out) throws IOException;
  }

  private static void stream(Exchange exchange, String name, ArchiveWriter writer) {
    exchange
        .context()
        .status(200)
        .contentType(ARCHIVE)
        .header("X-Content-Type-Options", "nosniff")
        .header("Cache-Control", ASK_AGAIN)
        .header("Content-Disposition", "attachment; filename=\"%s\"".formatted(name));
    try {
      writer.write(exchange, exchange.context().outputStream());
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be sent: %s".formatted(name, e), e);
    }
  }
}
