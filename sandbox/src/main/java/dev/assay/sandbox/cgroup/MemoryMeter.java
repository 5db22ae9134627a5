package dev.assay.sandbox.cgroup;

import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.kernel.Descriptor;
import org.jspecify.annotations.Nullable;

/// The memory controller of one group.
interface MemoryMeter {
  /// Limits the group's memory and forbids it to swap.
  void limit(DataSize memory);

  MemorySample sample(long atNanos);

  @Nullable Long peakChargedBytes();

  /// What `memory.stat` says, in one reading.
  Stat stat();

  /// @param fileBytes page cache charged now, shared memory left out
  /// @param pageFaults minor and major ones; absent where this kernel does not count them
  /// @param majorPageFaults absent likewise
  record Stat(
      @Nullable Long fileBytes, @Nullable Long pageFaults, @Nullable Long majorPageFaults) {}

  @Nullable Long oomKills();

  /// Becomes readable when the group is out of memory; absent where the kernel ends the whole group
  /// by itself.
  default @Nullable Descriptor oomNotice() {
    return null;
  }
}
