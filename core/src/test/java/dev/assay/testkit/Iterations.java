package dev.assay.testkit;

import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.iterate.IterationIdentity;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.core.iterate.StampWay;
import dev.assay.core.suite.ProgramIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Processes that iterated, made up.
public final class Iterations {
  private Iterations() {}

  /// @param stamps in nanoseconds
  public static IterationEntry entry(
      int number,
      int process,
      int iterations,
      IterationStatus status,
      @Nullable String remark,
      List<Long> stamps) {
    return new IterationEntry(
        Instant.EPOCH,
        "0.1.0",
        "nbody",
        "gcc",
        number,
        "nbody.gcc.c",
        new IterationIdentity(
            new ProgramIdentity(
                "s", List.of("gcc"), List.of("./<b>"), "gcc 1\nmore", "d", "h", "m"),
            Map.of("iterate/x", "h")),
        50,
        0,
        iterations,
        StampWay.PIPE,
        process,
        status,
        remark,
        stamps,
        null);
  }

  /// One whose iterations take about a millisecond each.
  public static IterationEntry steady(int number, int process, int iterations) {
    List<Long> stamps =
        LongStream.rangeClosed(0, iterations)
            .map(i -> i * 1_000_000 + (i % 7) * 1_000 + process)
            .boxed()
            .toList();
    return entry(number, process, iterations, IterationStatus.OK, null, stamps);
  }
}
