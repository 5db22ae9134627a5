package dev.assay.core.suite;

import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.core.game.Taken;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cost;
import dev.assay.core.run.ProgramMeasurement;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One measurement of a program of a suite, or why it has none: a line of `measurements.jsonl`.
///
/// @param assayVersion of the Assay that measured it; absent in lines of versions before it was
///   recorded
/// @param task of the program
/// @param language of the program
/// @param number of the program
/// @param path of its source in the folder of programs
/// @param identity what this belongs to
/// @param sourceBytes size of its source, 0 where nothing tells its comments
/// @param n the workload
/// @param workload its place in ascending order, from 0
/// @param status as data files number it
/// @param remark a sentence where it is not ok; absent where there is nothing to say
/// @param result absent when nothing was executed
/// @param measurement absent when nothing was executed
public record SuiteEntry(
    Instant at,
    @Nullable String assayVersion,
    String task,
    String language,
    int number,
    String path,
    ProgramIdentity identity,
    long sourceBytes,
    long n,
    int workload,
    GameStatus status,
    @Nullable String remark,
    @Nullable CaseResult result,
    @Nullable ProgramMeasurement measurement) {
  private static final int DECIMALS = 6;
  private static final int KILOBYTE = 1024;

  /// Which program this is of.
  public GameRow.Program of() {
    return new GameRow.Program(task, language, number);
  }

  /// Whether a program was executed and its answer was right; of a repeat, whether it left with 0.
  public boolean isRight() {
    return status == GameStatus.OK && measurement != null;
  }

  /// What it cost; empty when nothing was executed.
  public Optional<Cost> findCost() {
    return Optional.ofNullable(measurement).map(one -> one.process().cost());
  }

  /// Wall time; 0 when nothing was executed.
  public long wallNanos() {
    return findCost().map(Cost::wallNanos).orElse(0L);
  }

  /// What the procedure asks of it; a program that nothing was executed of has failed.
  public Taken taken() {
    ProgramMeasurement one = measurement;
    Taken.Result outcome =
        switch (status) {
          case OK -> Taken.Result.RIGHT;
          case TIMED_OUT -> Taken.Result.TIMED_OUT;
          case ERROR, BAD_OUTPUT, MISSING, EMPTY -> Taken.Result.FAILED;
        };
    return one == null
        ? new Taken(workload, true, outcome, 0)
        : new Taken(workload, one.verified(), outcome, one.process().cost().wallNanos());
  }

  /// As a row of a data file. What was not measured is 0 there.
  public GameRow row() {
    ProgramMeasurement one = measurement;
    Cost cost = one == null ? null : one.process().cost();
    return new GameRow(
        task,
        language,
        number,
        n,
        sourceBytes,
        seconds(cost == null ? null : cost.cpuNanos()),
        cost == null || cost.peakMemoryBytes() == null ? 0 : cost.peakMemoryBytes() / KILOBYTE,
        status,
        one == null ? "%" : one.load(),
        seconds(cost == null ? null : Long.valueOf(cost.wallNanos())),
        seconds(one == null ? null : Long.valueOf(one.busyNanos())));
  }

  private static BigDecimal seconds(@Nullable Long nanos) {
    return BigDecimal.valueOf(nanos == null ? 0 : nanos, 9)
        .setScale(DECIMALS, RoundingMode.HALF_UP);
  }
}
