package dev.assay.platform.report.suite;

import dev.assay.core.game.GameStatus;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.text.SafeText;

/// What became of a measurement, in words.
final class StatusWords {
  private static final int MOST_REMARK = 300;

  private StatusWords() {}

  static String of(SuiteEntry entry) {
    return switch (entry.status()) {
      case OK -> entry.taken().verified() ? "right" : "done";
      case TIMED_OUT -> "timed out";
      case ERROR -> entry.measurement() == null ? "did not build" : "failed";
      case BAD_OUTPUT -> "bad output";
      case MISSING -> "could not be started";
      case EMPTY -> "empty source";
    };
  }

  /// Why, as a sentence; empty for what was right.
  static String why(SuiteEntry entry) {
    String remark = entry.remark();
    if (remark != null && !remark.isBlank()) {
      return SafeText.oneLine(remark, MOST_REMARK);
    }
    return meaning(entry.status());
  }

  private static String meaning(GameStatus status) {
    return switch (status) {
      case OK -> "";
      case TIMED_OUT -> "It took longer than the timeout and was ended.";
      case ERROR -> "It ended by a signal or with an exit code, or did not build.";
      case BAD_OUTPUT -> "Its output was another than the expected one.";
      case MISSING -> "There is no program, or nothing to run it with.";
      case EMPTY -> "Its source is empty.";
    };
  }
}
