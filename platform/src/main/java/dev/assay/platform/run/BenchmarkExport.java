package dev.assay.platform.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.run.RunRepository.Manifest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/// All of a benchmark that the caller may see, as one file: `runs.jsonl`, `points.csv`, `cases.csv`
/// and the manifests of its versions. One moment of the database.
final class BenchmarkExport {
  private final Jdbi jdbi;

  BenchmarkExport(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @throws AssayException `NOT_FOUND` when there is no such benchmark for the caller
  void require(Caller caller, String benchmark) {
    List<Manifest> manifests =
        jdbi.withHandle(handle -> new RunRepository(handle, caller).manifests(benchmark));
    if (manifests.isEmpty()) {
      throw new AssayException(
          ErrorCode.NOT_FOUND, "There is no benchmark '%s'.".formatted(Runs.shortened(benchmark)));
    }
  }

  /// A tar says the size of each file before its content, so the three are written to files first.
  void write(Caller caller, String benchmark, OutputStream out) throws IOException {
    Path folder = Files.createTempDirectory("assay-export");
    Path runs = folder.resolve("runs.jsonl");
    Path points = folder.resolve("points.csv");
    Path cases = folder.resolve("cases.csv");
    try (TarStream tar = TarStream.to(out)) {
      List<Manifest> manifests =
          jdbi.inTransaction(
              TransactionIsolationLevel.REPEATABLE_READ,
              handle -> {
                write(handle, caller, benchmark, runs, points, cases);
                return new RunRepository(handle, caller).manifests(benchmark);
              });
      String name = benchmark.replace('/', '-') + "/";
      for (Manifest manifest : manifests) {
        tar.add(name + "bundles/" + manifest.version() + ".json", manifest.spec());
      }
      tar.add(name + "runs.jsonl", runs);
      tar.add(name + "points.csv", points);
      tar.add(name + "cases.csv", cases);
    } finally {
      for (Path file : List.of(runs, points, cases, folder)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void write(
      Handle handle, Caller caller, String benchmark, Path runs, Path points, Path cases) {
    try (Writer runLines = Files.newBufferedWriter(runs);
        Writer pointRows = Files.newBufferedWriter(points);
        Writer caseRows = Files.newBufferedWriter(cases)) {
      pointRows.write(RunTables.POINTS_HEADER);
      caseRows.write(RunTables.CASES_HEADER);
      var repository = new RunRepository(handle, caller);
      // Each is written as it comes: there may be a million.
      repository.forEachRun(
          benchmark,
          row -> {
            append(runLines, JsonCodec.toLine(RunDocuments.assemble(handle, row.key())) + "\n");
            RunTables.points(repository, row, line -> append(pointRows, line));
            RunTables.cases(repository, row, line -> append(caseRows, line));
          });
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.DISK_FULL,
          "The export of %s could not be written: %s".formatted(benchmark, e),
          e);
    }
  }

  private static void append(Writer writer, String line) {
    try {
      writer.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
