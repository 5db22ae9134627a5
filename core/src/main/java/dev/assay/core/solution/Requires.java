package dev.assay.core.solution;

import dev.assay.core.unit.DataSize;
import java.util.List;

/// Which machine will do. It raises no limit: the bundle's limits hold.
///
/// @param arch the machine's name as `uname -m` gives it, or `any`
public record Requires(String arch, int cores, DataSize memory, int gpu, List<String> labels) {
  public Requires {
    labels = List.copyOf(labels);
  }
}
