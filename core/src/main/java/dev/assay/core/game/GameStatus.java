package dev.assay.core.game;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Status;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /// What stands for a measurement's status. A program that could not be started is missing; one
  /// that printed without end is bad output, like any that printed something else.
  ///
  /// @param ending how its process ended; absent when it was not executed
  /// @return empty for a workload that was not reached
  public static Optional<GameStatus> of(Status status, @Nullable Ending ending) {
    return switch (status) {
      case OK -> Optional.of(OK);
      case WRONG -> Optional.of(BAD_OUTPUT);
      case TIMEOUT -> Optional.of(TIMED_OUT);
      case OOM -> Optional.of(ERROR);
      case CRASHED -> Optional.of(ofCrash(ending));
      case LOST -> Optional.empty();
    };
  }

  private static GameStatus ofCrash(@Nullable Ending ending) {
    return switch (ending) {
      case Ending.NotStarted _ -> MISSING;
      case Ending.Killed(Limit limit, long _, long _) when limit == Limit.OUTPUT -> BAD_OUTPUT;
      case null, default -> ERROR;
    };
  }
}
