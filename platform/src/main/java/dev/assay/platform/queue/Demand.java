package dev.assay.platform.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a job asks of a runner.
///
/// @param arch as `uname -m` gives it; absent for any
/// @param cores that the runner must grant
/// @param memoryBytes that the runner must grant
/// @param gpu how many there must be
/// @param labels which the runner must all have
/// @param pool absent for any
/// @param neededImages digests that no recipe makes, so the runner must have them
public record Demand(
    @Nullable String arch,
    int cores,
    long memoryBytes,
    int gpu,
    List<String> labels,
    @Nullable String pool,
    List<String> neededImages) {
  public Demand {
    labels = List.copyOf(labels);
    neededImages = List.copyOf(neededImages);
    if (cores < 0 || memoryBytes < 0 || gpu < 0) {
      throw new IllegalArgumentException(
          "negative demand: %d cores, %d B, %d GPUs".formatted(cores, memoryBytes, gpu));
    }
  }
}
