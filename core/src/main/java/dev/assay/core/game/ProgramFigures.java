package dev.assay.core.game;

import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cost;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is reported of a program at one workload, as the Benchmarks Game reports it: the lowest
/// time with what belongs to that measurement, and the highest memory, of the measurements that
/// were right. Folded on the way out; never stored.
///
/// @param measurements how many were right
/// @param fastest place of the one with the lowest time among all of this workload, from 0
/// @param elapsedSeconds its wall time
/// @param cpuSeconds its CPU time, user and system, whole tree; absent where the kernel does not
///   count it, as all that follows
/// @param busySeconds CPU time of the whole machine during it
/// @param load how busy each processor was during it, as in `88% 87%`
/// @param peakMemoryBytes highest of all that were right
public record ProgramFigures(
    int measurements,
    int fastest,
    double elapsedSeconds,
    @Nullable Double cpuSeconds,
    @Nullable Double cpuUserSeconds,
    @Nullable Double cpuSystemSeconds,
    double busySeconds,
    String load,
    @Nullable Long peakMemoryBytes) {
  private static final double NANOS = 1e9;

  /// Of a point; empty when no measurement was right, and under other protocols.
  public static Optional<ProgramFigures> of(PointResult point) {
    List<ProgramMeasurement> measurements = point.measurements();
    return measurements == null ? Optional.empty() : of(point.cases(), measurements);
  }

  /// Empty when none was right.
  ///
  /// @param cases of one workload
  /// @param measurements what the cases are the results of, in the same order
  public static Optional<ProgramFigures> of(
      List<CaseResult> cases, List<ProgramMeasurement> measurements) {
    List<Integer> right =
        IntStream.range(0, Math.min(cases.size(), measurements.size()))
            .filter(place -> cases.get(place).status() == Status.OK)
            .boxed()
            .toList();
    return right.stream()
        .min(Comparator.comparingLong(place -> costOf(measurements.get(place)).wallNanos()))
        .map(fastest -> of(right, fastest, measurements));
  }

  private static ProgramFigures of(
      List<Integer> right, int fastest, List<ProgramMeasurement> measurements) {
    ProgramMeasurement one = measurements.get(fastest);
    Cost cost = costOf(one);
    OptionalLong memory =
        right.stream()
            .flatMap(place -> Stream.ofNullable(costOf(measurements.get(place)).peakMemoryBytes()))
            .mapToLong(Long::longValue)
            .max();
    return new ProgramFigures(
        right.size(),
        fastest,
        cost.wallNanos() / NANOS,
        seconds(cost.cpuNanos()),
        seconds(cost.cpuUserNanos()),
        seconds(cost.cpuSystemNanos()),
        one.busyNanos() / NANOS,
        one.load(),
        memory.isPresent() ? Long.valueOf(memory.getAsLong()) : null);
  }

  private static Cost costOf(ProgramMeasurement measurement) {
    return measurement.process().cost();
  }

  private static @Nullable Double seconds(@Nullable Long nanos) {
    return nanos == null ? null : nanos / NANOS;
  }
}
