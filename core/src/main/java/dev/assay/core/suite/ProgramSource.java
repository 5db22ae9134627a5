package dev.assay.core.suite;

import dev.assay.core.game.GameRow;

/// A program that was found.
///
/// @param path in the folder of programs
/// @param bytes size of the file
public record ProgramSource(GameRow.Program name, String path, long bytes) {
  public String fileName() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// As in `nbody.gcc-2`.
  public String shortName() {
    return "%s.%s-%d".formatted(name.task(), name.language(), name.number());
  }
}
