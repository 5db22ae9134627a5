package dev.assay.sandbox.cgroup;

import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Memory by version 1 (kernel: admin-guide/cgroup-v1/memory.rst). `rss` there is anonymous memory;
/// `cache` includes shared memory, which is taken out of it.
final class MemoryV1Meter implements MemoryMeter {
  private final Path group;

  MemoryV1Meter(Path group) {
    this.group = group;
  }

  @Override
  public void limit(DataSize memory) {
    String bytes = Long.toString(memory.bytes());
    KernelFile.write(group.resolve("memory.limit_in_bytes"), bytes);
    Path withSwap = group.resolve("memory.memsw.limit_in_bytes");
    if (Files.exists(withSwap)) {
      KernelFile.write(withSwap, bytes);
    }
    // Reclaim for a group's own limit never swaps at 0, swap accounting or not.
    KernelFile.write(group.resolve("memory.swappiness"), "0");
  }

  @Override
  public MemorySample sample(long atNanos) {
    String stat = stat();
    long shared = total(stat, "shmem");
    Long kernel = KernelFile.number(group.resolve("memory.kmem.usage_in_bytes"));
    return new MemorySample(
        atNanos,
        total(stat, "rss"),
        shared,
        kernel == null ? 0 : kernel,
        Math.max(0, total(stat, "cache") - shared));
  }

  @Override
  public @Nullable Long peakChargedBytes() {
    return KernelFile.number(group.resolve("memory.max_usage_in_bytes"));
  }

  @Override
  public Long fileBytes() {
    String stat = stat();
    return Math.max(0, total(stat, "cache") - total(stat, "shmem"));
  }

  @Override
  public @Nullable Long oomKills() {
    return KernelFile.find(group.resolve("memory.oom_control"))
        .map(text -> KernelFile.keyed(text, "oom_kill"))
        .orElse(null);
  }

  private String stat() {
    return KernelFile.require(group.resolve("memory.stat"));
  }

  /// With the groups below it, where the kernel adds them up.
  private static long total(String stat, String key) {
    Long total = KernelFile.keyed(stat, "total_" + key);
    Long own = total == null ? KernelFile.keyed(stat, key) : total;
    return own == null ? 0 : own;
  }
}
