package dev.assay.platform.game;

import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The data files that the Benchmarks Game publishes.
enum ProgramFile {
  /// Every measurement.
  ALL("alldata.csv.gz"),
  /// One row a program.
  FOLDED("data.csv.gz"),
  /// The fastest program of each language that did every workload.
  SUMMARY("summary.csv.gz");

  private final String fileName;

  ProgramFile(String fileName) {
    this.fileName = fileName;
  }

  String fileName() {
    return fileName;
  }

  /// @param all every measurement
  List<GameRow> rows(List<ProgramFiles.Measured> all) {
    return switch (this) {
      case ALL -> ProgramFiles.rows(all);
      case FOLDED -> GameFold.perProgram(ProgramFiles.rows(all));
      case SUMMARY -> GameFold.fastest(ProgramFiles.counted(all));
    };
  }

  static Optional<ProgramFile> of(String name) {
    return Arrays.stream(values()).filter(file -> file.fileName.equals(name)).findFirst();
  }
}
