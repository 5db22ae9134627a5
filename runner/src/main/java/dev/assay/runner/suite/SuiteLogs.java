package dev.assay.runner.suite;

import dev.assay.runner.point.PointRunner;
import java.nio.file.Path;

/// Logs of one program or bundle in the results' folder.
///
/// @param prefix of their names
public record SuiteLogs(Path folder, String prefix) implements PointRunner.Logs {
  @Override
  public Path file(String name) {
    return folder.resolve(fileName(name));
  }

  @Override
  public String recordedAs(String name) {
    return "logs/" + fileName(name);
  }

  private String fileName(String name) {
    return prefix + "." + name;
  }
}
