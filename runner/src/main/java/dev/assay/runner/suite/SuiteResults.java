package dev.assay.runner.suite;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameTable;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// The folder with what came of a suite. `measurements.jsonl` only grows, and each line is on the
/// disk before the next measurement begins; everything else in it follows from that file.
public final class SuiteResults {
  public static final String MEASUREMENTS = "measurements.jsonl";

  private final Path folder;
  private final LineFile file;

  private SuiteResults(Path folder) {
    this.folder = folder;
    this.file = new LineFile(folder.resolve(MEASUREMENTS));
  }

  public static SuiteResults open(Path folder) {
    try {
      Files.createDirectories(folder.resolve("logs"));
      Files.createDirectories(folder.resolve("sources"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The folder %s could not be made: %s. Choose another with --results."
              .formatted(folder, why(e)),
          e);
    }
    return new SuiteResults(folder);
  }

  /// What a person wants to know of why a folder cannot be made.
  public static String why(IOException e) {
    return switch (e) {
      case FileAlreadyExistsException there -> "%s is a file".formatted(there.getFile());
      case AccessDeniedException denied -> "%s may not be written to".formatted(denied.getFile());
      case FileSystemException other when other.getReason() != null ->
          "%s: %s".formatted(other.getFile(), other.getReason());
      default -> e.toString();
    };
  }

  public Path folder() {
    return folder;
  }

  Path logs() {
    return folder.resolve("logs");
  }

  /// What the report shows beside the numbers.
  void keepSource(String name, byte[] source) {
    try {
      Files.write(folder.resolve("sources").resolve(name), source);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  public boolean isEmpty() {
    return file.isEmpty();
  }

  /// Every measurement, in the order in which they were made. A line that was cut off by a power
  /// cut is taken away.
  public List<SuiteEntry> entries() {
    return file.read(SuiteEntry.class);
  }

  void append(SuiteEntry entry) {
    file.append(JsonCodec.toLine(entry));
  }

  /// Writes the data files in the columns of the Benchmarks Game: every measurement, the fold, and
  /// the fastest programs that did every workload.
  ///
  /// @param entries those that are in force
  public void writeDataFiles(List<SuiteEntry> entries) {
    List<GameRow> rows = entries.stream().map(SuiteEntry::row).toList();
    write("alldata.csv.gz", rows);
    write("data.csv.gz", GameFold.perProgram(rows));
    write("summary.csv.gz", GameFold.fastest(rows));
  }

  private void write(String name, List<GameRow> rows) {
    Path part = folder.resolve(name + ".part");
    try {
      try (var out = new GZIPOutputStream(Files.newOutputStream(part))) {
        out.write((GameTable.HEADER + "\n").getBytes(StandardCharsets.UTF_8));
        for (GameRow row : rows) {
          out.write((GameTable.line(row) + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      Files.move(part, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private AssayException failed(IOException e) {
    return new AssayException(
        ErrorCode.IO, "The results in %s could not be read or written: %s".formatted(folder, e), e);
  }
}
