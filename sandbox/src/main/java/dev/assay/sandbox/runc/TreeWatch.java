package dev.assay.sandbox.runc;

import dev.assay.core.run.Cost;
import dev.assay.core.run.Limit;
import dev.assay.core.run.MemorySample;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.cgroup.GroupUsage;
import dev.assay.sandbox.cgroup.ProcessGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Looks at a process tree from outside, as seldom as its limits allow: the CPU time when it could
/// first have been used up, what is written while it grows, the rest at five ticks a second.
final class TreeWatch {
  private static final long TICK_NANOS = 200_000_000;
  private static final long CPU_CHECK_NANOS = 5_000_000;
  private static final long OOM_CHECK_NANOS = 1_000_000;
  private static final long OOM_PATIENCE_NANOS = 500_000_000;

  private final ProcessGroup group;
  private final @Nullable StorageWatch storage;
  private final long memoryLimit;
  private final long startNanos;
  private final List<MemorySample> samples = new ArrayList<>();
  private long nextTick;
  private long nextStorageLook;
  private long oomExpectedUntil;
  private long nextCpuCheck;
  private long wallEnd;
  private int cpus = 1;

  /// @param startNanos that samples count from
  TreeWatch(ProcessSpec spec, ProcessGroup group, long startNanos) {
    this.group = group;
    this.memoryLimit = spec.memory().bytes();
    this.storage = spec.storage() == null ? null : new StorageWatch(spec.storage());
    this.startNanos = startNanos;
    this.nextTick = startNanos + TICK_NANOS;
    this.nextStorageLook = storage == null ? nextTick : startNanos + storage.pauseNanos();
    this.oomExpectedUntil = startNanos;
  }

  /// Somebody waits from now on, under this allowance.
  ///
  /// @param cpus processors that use up CPU time at once
  void begin(Allowance allowance, int cpus) {
    this.cpus = Math.max(1, cpus);
    wallEnd = allowance.startNanos() + allowance.wall().toNanos();
    nextCpuCheck = allowance.startNanos() + pause(allowance.cpu().toNanos());
  }

  private long pause(long cpuLeft) {
    return Math.max(cpuLeft / cpus, CPU_CHECK_NANOS);
  }

  /// `System.nanoTime()` of the next thing to look at.
  long nextCheckNanos() {
    long next = Math.min(Math.min(wallEnd, nextCpuCheck), Math.min(nextTick, nextStorageLook));
    long now = System.nanoTime();
    return now - oomExpectedUntil < 0 ? Math.min(next, now + OOM_CHECK_NANOS) : next;
  }

  /// The kernel has said that memory is short: looks often, for a while, whether it has killed.
  void expectOomKill() {
    oomExpectedUntil = System.nanoTime() + OOM_PATIENCE_NANOS;
  }

  /// The limit that has been passed, if one has. Looks only at what is due.
  @Nullable Passed findPassed(Allowance allowance) {
    long now = System.nanoTime();
    if (now - wallEnd >= 0) {
      return new Passed(
          allowance.limit(), allowance.wall().toNanos(), now - allowance.startNanos());
    }
    if (now - oomExpectedUntil < 0) {
      Passed memory = findMemoryPassed();
      if (memory != null) {
        return memory;
      }
    }
    if (now - nextCpuCheck >= 0) {
      long used = group.cpuNanos() - allowance.cpuStartNanos();
      long limit = allowance.cpu().toNanos();
      if (used > limit) {
        return new Passed(Limit.CPU, limit, used);
      }
      nextCpuCheck = now + pause(limit - used);
    }
    if (now - nextTick >= 0) {
      nextTick = now + TICK_NANOS;
      sampleMemory();
      Passed memory = findMemoryPassed();
      if (memory != null) {
        return memory;
      }
    }
    if (now - nextStorageLook >= 0) {
      Passed written = findStoragePassed();
      long pause = storage == null ? TICK_NANOS : storage.pauseNanos();
      // One wake-up for both, where that is soon enough.
      nextStorageLook = pause < TICK_NANOS ? now + pause : nextTick;
      return written;
    }
    return null;
  }

  /// The kernel has killed one of its processes for memory, so the others go too.
  @Nullable Passed findMemoryPassed() {
    Long kills = group.oomKills();
    if (kills == null || kills == 0) {
      return null;
    }
    Long peak = group.usage().peakChargedBytes();
    return new Passed(Limit.MEMORY, memoryLimit, peak == null ? memoryLimit : peak);
  }

  /// What it has written by now is more than it may.
  @Nullable Passed findStoragePassed() {
    return storage == null ? null : passed(storage, storage.findPassed());
  }

  /// What it has left on disk, now that it is dead.
  @Nullable Passed findStoragePassedAtEnd() {
    return storage == null ? null : passed(storage, storage.findPassedAtEnd());
  }

  private static @Nullable Passed passed(StorageWatch watch, OptionalLong reached) {
    ProcessSpec.Storage storage = watch.storage();
    return reached.isPresent()
        ? new Passed(storage.limit(), storage.bytes().bytes(), reached.getAsLong())
        : null;
  }

  /// How far the passed limit was gone by when the tree was dead.
  ///
  /// @param deadNanos `System.nanoTime()` then
  long reachedAtEnd(Passed passed, Allowance allowance, long deadNanos) {
    return switch (passed.limit()) {
      case INIT, WALL -> deadNanos - allowance.startNanos();
      case CPU -> group.cpuNanos() - allowance.cpuStartNanos();
      case MEMORY, OUTPUT, DISK -> passed.reached();
    };
  }

  void sampleMemory() {
    samples.add(group.sampleMemory(System.nanoTime() - startNanos));
  }

  List<MemorySample> samples() {
    return List.copyOf(samples);
  }

  /// @param usage of the whole group, at its end
  /// @param answer the launcher's last word
  Cost cost(Answer answer, GroupUsage usage) {
    Answer.Ended ended = answer instanceof Answer.Ended whole ? whole : null;
    return new Cost(
        ended == null ? 0 : ended.wallNanos(),
        usage.cpuNanos(),
        usage.cpuUserNanos(),
        usage.cpuSystemNanos(),
        peakMemoryBytes(usage),
        usage.peakChargedBytes(),
        usage.fileBytes(),
        usage.blockReadBytes(),
        usage.blockWriteBytes(),
        usage.cpuPressureNanos(),
        usage.ioPressureNanos(),
        usage.memoryPressureNanos(),
        ended == null ? null : ended.voluntarySwitches(),
        ended == null ? null : ended.involuntarySwitches(),
        usage.pageFaults(),
        usage.majorPageFaults(),
        usage.peakProcesses());
  }

  /// The kernel keeps the highest charge, page cache included, but not the highest charge without
  /// it. Of the samples, and of the highest charge less the most page cache that was ever seen, the
  /// larger one comes closest from below.
  private @Nullable Long peakMemoryBytes(GroupUsage usage) {
    long sampled =
        samples.stream()
            .mapToLong(s -> s.anonymousBytes() + s.sharedBytes() + s.kernelBytes())
            .max()
            .orElse(0);
    Long charged = usage.peakChargedBytes();
    Long fileAtEnd = usage.fileBytes();
    if (charged == null || fileAtEnd == null) {
      return samples.isEmpty() ? null : sampled;
    }
    long file = samples.stream().mapToLong(MemorySample::fileBytes).max().orElse(0);
    return Math.max(sampled, charged - Math.max(file, fileAtEnd));
  }
}
