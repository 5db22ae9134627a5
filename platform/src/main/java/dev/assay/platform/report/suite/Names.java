package dev.assay.platform.report.suite;

import dev.assay.core.game.GameRow;

/// Names of programs, as people read them.
final class Names {
  private Names() {}

  /// As in `nbody.gcc-2`.
  static String of(GameRow.Program program) {
    return "%s.%s-%d".formatted(program.task(), program.language(), program.number());
  }

  /// Where the task is known, as in `gcc 2`.
  static String inTask(GameRow.Program program) {
    return "%s %d".formatted(program.language(), program.number());
  }
}
