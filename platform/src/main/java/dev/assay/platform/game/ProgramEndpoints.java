package dev.assay.platform.game;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameTable;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.bundle.Benchmarks;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.standing.Standings;
import io.javalin.http.HandlerType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// Data files of benchmarks for whole programs, in the columns of the Benchmarks Game's.
public final class ProgramEndpoints implements Endpoints {
  private final Benchmarks benchmarks;
  private final ProgramFiles files;

  public ProgramEndpoints(Benchmarks benchmarks, Standings standings, ProgramShelf shelf) {
    this.benchmarks = benchmarks;
    this.files = new ProgramFiles(standings, shelf);
  }

  @Override
  public void register(Routes routes) {
    routes.open(HandlerType.GET, "/api/v1/benchmarks/{benchmark}/programs/{file}", this::answer);
  }

  private void answer(Exchange exchange, Caller caller) {
    String name = exchange.pathParameter("benchmark").replace('~', '/');
    BundleSpec spec = benchmarks.load(caller, name, exchange.query("version").orElse(null)).spec();
    requireProgram(spec);
    ProgramFile file = require(exchange.pathParameter("file"));
    List<GameRow> rows =
        file.rows(files.measured(caller, spec, exchange.query("class").orElse(null)));
    exchange
        .context()
        .header("X-Content-Type-Options", "nosniff")
        .header("Cache-Control", "private, no-cache")
        .header(
            "Content-Disposition",
            "attachment; filename=\"%s-%s\"".formatted(name.replace('/', '-'), file.fileName()));
    exchange.bytes(200, "application/gzip", compressed(rows));
  }

  private static void requireProgram(BundleSpec spec) {
    if (spec.protocol() != Protocol.PROGRAM) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "%s is of the protocol '%s'; only benchmarks for whole programs have these files."
              .formatted(spec.id(), spec.protocol().text()));
    }
  }

  private static ProgramFile require(String name) {
    return ProgramFile.of(name)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no file '%s'; there are alldata.csv.gz, data.csv.gz and summary.csv.gz."
                    .formatted(SafeText.shown(name))));
  }

  private static byte[] compressed(List<GameRow> rows) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      write(out, GameTable.HEADER);
      for (GameRow row : rows) {
        write(out, GameTable.line(row));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a file in memory cannot be written", e);
    }
    return bytes.toByteArray();
  }

  private static void write(GZIPOutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
