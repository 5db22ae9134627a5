package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads runs back.
public final class RunReader {
  private RunReader() {}

  /// The folder of a run that a person named: the folder, its `run.json`, or an id below `runs`.
  public static RunFolder require(String named, Path runs) {
    Path path = Path.of(named);
    if (path.endsWith("run.json")) {
      path = path.resolveSibling("").toAbsolutePath();
    }
    for (Path candidate : new Path[] {path, runs.resolve(named)}) {
      if (Files.isRegularFile(candidate.resolve("run.json"))) {
        return RunFolder.of(candidate);
      }
    }
    throw new AssayException(
        ErrorCode.NOT_FOUND,
        "There is no run '%s': neither %s nor %s holds a run.json."
            .formatted(named, path.toAbsolutePath(), runs.resolve(named).toAbsolutePath()));
  }

  public static Run read(RunFolder folder) {
    try {
      return JsonCodec.readRun(Files.readAllBytes(folder.runFile()), folder.runFile().toString());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be read: %s".formatted(folder.runFile(), e), e);
    }
  }
}
