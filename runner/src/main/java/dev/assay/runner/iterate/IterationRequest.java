package dev.assay.runner.iterate;

import dev.assay.core.game.MeasuringOrder;
import dev.assay.core.iterate.StampWay;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is asked for.
///
/// @param suite folder with a `suite.toml`
/// @param results folder for what comes of it
/// @param only patterns of program names, as in `nbody.*`; empty for all
/// @param resume whether processes in `results` stay, and only what is missing there or changed is
///   executed
/// @param iterations of each process
/// @param processes of each program
/// @param n the workload; absent for the largest of each task
/// @param timeout of each process; absent for the bundle's
public record IterationRequest(
    Path suite,
    Path results,
    List<String> only,
    boolean resume,
    MeasuringOrder order,
    int iterations,
    int processes,
    StampWay stamps,
    @Nullable Long n,
    @Nullable Duration timeout) {
  /// More processes than this say no more.
  public static final int MAX_PROCESSES = 1_000;

  public IterationRequest {
    only = List.copyOf(only);
  }
}
