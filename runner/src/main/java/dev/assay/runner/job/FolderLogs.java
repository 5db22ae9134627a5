package dev.assay.runner.job;

import dev.assay.runner.point.PointRunner;
import java.nio.file.Path;

/// Logs in one folder, known by their names.
public record FolderLogs(Path folder) implements PointRunner.Logs {
  @Override
  public Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public String recordedAs(String name) {
    return name;
  }
}
