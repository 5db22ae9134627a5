package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The folder of one run: `run.json`, `cases.jsonl`, `logs/`, `answers/`, `retries/`,
/// `verdicts.json`, `report.html`.
public final class RunFolder {
  private final Path path;

  private RunFolder(Path path) {
    this.path = path;
  }

  /// Makes `runs/<id>`, which must not exist: runs are not rewritten.
  public static RunFolder create(Path runs, String id) {
    Path path = runs.resolve(id).toAbsolutePath();
    try {
      Files.createDirectories(runs);
      Files.createDirectory(path);
      Files.createDirectory(path.resolve("logs"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The run's folder %s could not be made: %s. Choose another with --runs."
              .formatted(path, e),
          e);
    }
    return new RunFolder(path);
  }

  /// A folder that exists.
  public static RunFolder of(Path path) {
    return new RunFolder(path.toAbsolutePath());
  }

  public Path path() {
    return path;
  }

  public Path runFile() {
    return path.resolve("run.json");
  }

  public Path journal() {
    return path.resolve("cases.jsonl");
  }

  public Path verdictsFile() {
    return path.resolve("verdicts.json");
  }

  public Path reportFile() {
    return path.resolve("report.html");
  }

  /// The answers that a point's first process gave, a folder per case.
  public Path answers(String point) {
    return path.resolve("answers").resolve(point);
  }

  /// The answers that a process of a point gave, a folder per case.
  ///
  /// @param process 0 for the first, then 1, 2, … for its retries
  public Path answers(String point, int process) {
    return process == 0
        ? answers(point)
        : path.resolve("retries").resolve(point).resolve(Integer.toString(process));
  }

  /// A log's file.
  public Path log(String name) {
    return path.resolve("logs").resolve(name);
  }

  /// How a run names a log, relative to its folder.
  public String logName(String name) {
    return "logs/" + name;
  }

  /// Replaces a file of the folder: after a crash either the old or the new content is there,
  /// whole.
  public void replace(Path file, String content) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      try (var channel =
          FileChannel.open(
              next,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.DISK_FULL,
          "%s could not be written: %s. What was written before is still there; make room and run again."
              .formatted(file, e),
          e);
    }
  }

  /// Adds a line to the journal.
  public void append(String line) {
    try {
      Files.writeString(
          journal(),
          line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.DISK_FULL,
          "%s could not be written: %s. Make room and run again.".formatted(journal(), e),
          e);
    }
  }
}
