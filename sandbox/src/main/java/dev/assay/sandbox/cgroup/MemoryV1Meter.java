package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.kernel.Descriptor;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
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
    String stat = text();
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
  public Stat stat() {
    String text = text();
    return new Stat(
        Math.max(0, total(text, "cache") - total(text, "shmem")),
        findTotal(text, "pgfault"),
        findTotal(text, "pgmajfault"));
  }

  @Override
  public @Nullable Long oomKills() {
    return KernelFile.find(group.resolve("memory.oom_control"))
        .map(text -> KernelFile.keyed(text, "oom_kill"))
        .orElse(null);
  }

  /// By `cgroup.event_control`, which the kernel tells right before it kills.
  @Override
  public @Nullable Descriptor oomNotice() {
    try (Descriptor control = Linux.open(group.resolve("memory.oom_control"))) {
      Descriptor event = Linux.event();
      try {
        KernelFile.write(
            group.resolve("cgroup.event_control"),
            "%d %d".formatted(event.number(), control.number()));
        return event;
      } catch (AssayException notInThisKernel) {
        event.close();
        return null;
      }
    } catch (KernelException notInThisKernel) {
      return null;
    }
  }

  private String text() {
    return KernelFile.require(group.resolve("memory.stat"));
  }

  private static long total(String stat, String key) {
    Long total = findTotal(stat, key);
    return total == null ? 0 : total;
  }

  /// With the groups below it, where the kernel adds them up.
  private static @Nullable Long findTotal(String stat, String key) {
    Long total = KernelFile.keyed(stat, "total_" + key);
    return total == null ? KernelFile.keyed(stat, key) : total;
  }
}
