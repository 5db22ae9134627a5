package dev.assay.core.iterate;

import dev.assay.core.game.GameRow;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.statistics.SeriesShape;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One process of a program that iterates, or why there is none: a line of `iterations.jsonl`.
///
/// @param assayVersion of the Assay that measured it; absent in lines of versions before it was
///   recorded
/// @param task of the program
/// @param language of the program
/// @param number of the program
/// @param path of its source in the folder of programs
/// @param identity what this belongs to
/// @param n the workload of each iteration
/// @param workload its place in ascending order, from 0
/// @param iterations that were due
/// @param stampsBy how stamps are left
/// @param process its place among the program's, from 0; −1 for the proof, a process of one
///   iteration whose output is verified
/// @param remark a sentence where it is not ok; absent where there is nothing to say
/// @param stampNanos every stamp, in nanoseconds since right before the process was ordered to
///   start: one before the first iteration, one after each
/// @param measurement absent when nothing was executed
public record IterationEntry(
    Instant at,
    @Nullable String assayVersion,
    String task,
    String language,
    int number,
    String path,
    IterationIdentity identity,
    long n,
    int workload,
    int iterations,
    StampWay stampsBy,
    int process,
    IterationStatus status,
    @Nullable String remark,
    List<Long> stampNanos,
    @Nullable ProgramMeasurement measurement) {
  /// The place of the process whose output is verified.
  public static final int PROOF = -1;

  private static final double NANOS = 1e9;

  public IterationEntry {
    stampNanos = List.copyOf(stampNanos);
  }

  /// Which program this is of.
  public GameRow.Program of() {
    return new GameRow.Program(task, language, number);
  }

  public boolean isProof() {
    return process == PROOF;
  }

  public boolean isOk() {
    return status == IterationStatus.OK;
  }

  /// What was asked: entries of one program that differ in it do not belong together.
  public Ask ask() {
    return new Ask(n, iterations, stampsBy);
  }

  /// @param n the workload
  /// @param iterations of each process
  public record Ask(long n, int iterations, StampWay stampsBy) {}

  /// Seconds of each iteration whose both ends are known.
  public List<Double> seconds() {
    return IntStream.range(1, stampNanos.size())
        .mapToObj(i -> (stampNanos.get(i) - stampNanos.get(i - 1)) / NANOS)
        .toList();
  }

  /// What its iterations do; empty of one that is not ok, and of the proof.
  public Optional<SeriesShape> shape() {
    return isOk() && !isProof() ? Optional.of(SeriesShape.of(seconds())) : Optional.empty();
  }
}
