package dev.assay.runner.iterate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.suite.LineFile;
import dev.assay.runner.suite.SuiteResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The folder with what came of iterating. `iterations.jsonl` only grows, and each line is on the
/// disk before the next process is started; everything else follows from that file.
public final class IterationResults {
  public static final String FILE = "iterations.jsonl";

  private final Path folder;
  private final LineFile file;

  private IterationResults(Path folder) {
    this.folder = folder;
    this.file = new LineFile(folder.resolve(FILE));
  }

  public static IterationResults open(Path folder) {
    try {
      Files.createDirectories(folder.resolve("logs"));
      Files.createDirectories(folder.resolve("iterations"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The folder %s could not be made: %s. Choose another with --results."
              .formatted(folder, SuiteResults.why(e)),
          e);
    }
    return new IterationResults(folder);
  }

  public Path folder() {
    return folder;
  }

  Path logs() {
    return folder.resolve("logs");
  }

  public boolean isEmpty() {
    return file.isEmpty();
  }

  /// Every process, in the order in which they were executed.
  public List<IterationEntry> entries() {
    return file.read(IterationEntry.class);
  }

  void append(IterationEntry entry) {
    file.append(JsonCodec.toLine(entry));
  }

  /// Writes the seconds of each program's iterations: a line for each process that did all of them,
  /// as `assay game series` reads them.
  void writeSeries(IteratedProgram program) {
    Path target = folder.resolve("iterations").resolve(fileName(program));
    String text =
        program.processes().stream()
            .filter(IterationEntry::isOk)
            .map(IterationResults::line)
            .collect(Collectors.joining());
    try {
      if (text.isEmpty()) {
        Files.deleteIfExists(target);
      } else {
        Files.writeString(target, text);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The series %s could not be written: %s".formatted(target, e), e);
    }
  }

  /// As in `nbody.gcc-2.5000.200.pipe.csv`.
  public static String fileName(IteratedProgram program) {
    return "%s.%s-%d.%d.%d.%s.csv"
        .formatted(
            program.of().task(),
            program.of().language(),
            program.of().number(),
            program.ask().n(),
            program.ask().iterations(),
            program.ask().stampsBy().text());
  }

  private static String line(IterationEntry entry) {
    return entry.seconds().stream()
            .map(seconds -> String.format(Locale.ROOT, "%.9f", seconds))
            .collect(Collectors.joining(","))
        + "\n";
  }
}
