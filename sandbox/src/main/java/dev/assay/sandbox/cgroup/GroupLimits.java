package dev.assay.sandbox.cgroup;

import dev.assay.core.unit.DataSize;
import java.util.List;

/// Limits of one control group. Swap is never allowed.
///
/// @param processes processes and threads
/// @param cpus processor numbers
public record GroupLimits(DataSize memory, int processes, List<Integer> cpus) {
  public GroupLimits {
    cpus = List.copyOf(cpus);
  }
}
