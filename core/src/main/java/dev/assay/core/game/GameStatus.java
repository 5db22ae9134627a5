package dev.assay.core.game;

import java.util.Arrays;
import java.util.Optional;

/// What became of a measurement, by the numbers that the Benchmarks Game's data files use.
public enum GameStatus {
  /// The answer was right.
  OK(0),
  /// It took longer than the timeout.
  TIMED_OUT(-1),
  /// It ended by a signal or with an exit code, or did not build.
  ERROR(-2),
  /// Its output was another.
  BAD_OUTPUT(-10),
  /// There is no program, or nothing to run it with.
  MISSING(-11),
  /// The source is empty.
  EMPTY(-12);

  private final int number;

  GameStatus(int number) {
    this.number = number;
  }

  /// As data files write it.
  public int number() {
    return number;
  }

  /// Empty for a number that means nothing.
  public static Optional<GameStatus> of(int number) {
    return Arrays.stream(values()).filter(status -> status.number == number).findFirst();
  }
}
