package dev.assay.sandbox.cgroup;

import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import org.jspecify.annotations.Nullable;

/// The memory controller of one group.
interface MemoryMeter {
  /// Limits the group's memory and forbids it to swap.
  void limit(DataSize memory);

  MemorySample sample(long atNanos);

  @Nullable Long peakChargedBytes();

  @Nullable Long fileBytes();

  @Nullable Long oomKills();
}
