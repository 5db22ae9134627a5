package dev.assay.core.iterate;

import dev.assay.core.game.GameStatus;
import java.util.Locale;

/// What became of a process that was to iterate.
public enum IterationStatus {
  /// It left with 0, and every stamp is there.
  OK,
  /// It took longer than it may.
  TIMED_OUT,
  /// It ended by a signal, an exit code or a limit, or did not build.
  ERROR,
  /// What it printed of one iteration was wrong.
  BAD_OUTPUT,
  /// Stamps are missing, surplus, out of order or no stamps.
  BAD_STAMPS,
  /// There is no program, or nothing to run it with.
  MISSING,
  /// The source is empty.
  EMPTY;

  /// For people, as in `timed out`.
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /// The same of a program that is measured as a whole.
  public static IterationStatus of(GameStatus status) {
    return switch (status) {
      case OK -> OK;
      case TIMED_OUT -> TIMED_OUT;
      case ERROR -> ERROR;
      case BAD_OUTPUT -> BAD_OUTPUT;
      case MISSING -> MISSING;
      case EMPTY -> EMPTY;
    };
  }
}
