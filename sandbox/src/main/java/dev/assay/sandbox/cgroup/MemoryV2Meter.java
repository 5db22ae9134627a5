package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Memory by version 2 (kernel: admin-guide/cgroup-v2.rst).
final class MemoryV2Meter implements MemoryMeter {
  private final Path group;
  private final boolean hostSwaps;

  /// @param hostSwaps whether the host has swap space in use
  MemoryV2Meter(Path group, boolean hostSwaps) {
    this.group = group;
    this.hostSwaps = hostSwaps;
  }

  @Override
  public void limit(DataSize memory) {
    KernelFile.write(group.resolve("memory.max"), Long.toString(memory.bytes()));
    KernelFile.write(group.resolve("memory.oom.group"), "1");
    Path swap = group.resolve("memory.swap.max");
    if (Files.exists(swap)) {
      KernelFile.write(swap, "0");
    } else if (hostSwaps) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "cannot keep a group from swapping: this kernel has no %s. Turn swap off: swapoff -a"
              .formatted(swap));
    }
  }

  @Override
  public MemorySample sample(long atNanos) {
    String stat = text();
    long shared = value(stat, "shmem");
    return new MemorySample(
        atNanos,
        value(stat, "anon"),
        shared,
        kernel(stat),
        Math.max(0, value(stat, "file") - shared));
  }

  @Override
  public @Nullable Long peakChargedBytes() {
    return KernelFile.number(group.resolve("memory.peak"));
  }

  @Override
  public Stat stat() {
    String text = text();
    return new Stat(
        Math.max(0, value(text, "file") - value(text, "shmem")),
        KernelFile.keyed(text, "pgfault"),
        KernelFile.keyed(text, "pgmajfault"));
  }

  @Override
  public @Nullable Long oomKills() {
    return KernelFile.find(group.resolve("memory.events"))
        .map(text -> KernelFile.keyed(text, "oom_kill"))
        .orElse(null);
  }

  private String text() {
    return KernelFile.require(group.resolve("memory.stat"));
  }

  /// Kernels before 5.18 have the parts and not the sum.
  private static long kernel(String stat) {
    Long sum = KernelFile.keyed(stat, "kernel");
    return sum != null
        ? sum
        : Stream.of("kernel_stack", "pagetables", "percpu", "vmalloc", "slab")
            .mapToLong(part -> value(stat, part))
            .sum();
  }

  private static long value(String stat, String key) {
    Long value = KernelFile.keyed(stat, key);
    return value == null ? 0 : value;
  }
}
