package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.MemorySample;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.kernel.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A group of this host. Reading is thread-safe; `remove` comes last.
final class HostProcessGroup implements ProcessGroup {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long FIRST_PAUSE_NANOS = 50_000;
  private static final long LONGEST_PAUSE_NANOS = 5_000_000;

  private final List<Path> folders;
  private final Path pids;
  private final @Nullable Path unified;
  private final MemoryMeter memory;
  private final CpuMeter cpu;
  private final BlockMeter block;
  private final ProcessorTimes processors;
  private final Path proc;
  private final Remover remover;
  private final @Nullable Descriptor oomNotice;
  private volatile boolean killed;
  private volatile @Nullable Long refusedForks;

  /// Takes the folders away and the empty ones above them.
  interface Remover {
    void remove(Path folder) throws IOException;
  }

  /// @param folders in every hierarchy that is used, each once
  /// @param pids the one of the pids controller
  /// @param unified the one of version 2; absent where it is not mounted
  /// @param proc where /proc is
  HostProcessGroup(
      List<Path> folders,
      Path pids,
      @Nullable Path unified,
      MemoryMeter memory,
      CpuMeter cpu,
      BlockMeter block,
      ProcessorTimes processors,
      Path proc,
      Remover remover) {
    this.folders = List.copyOf(folders);
    this.pids = pids;
    this.unified = unified;
    this.memory = memory;
    this.cpu = cpu;
    this.block = block;
    this.processors = processors;
    this.proc = proc;
    this.remover = remover;
    this.oomNotice = memory.oomNotice();
  }

  @Override
  public void add(long pid) {
    for (Path folder : folders) {
      KernelFile.write(folder.resolve("cgroup.procs"), Long.toString(pid));
    }
  }

  @Override
  public long cpuNanos() {
    return cpu.nanos();
  }

  @Override
  public MeterReading read() {
    // CPU time first: a harness works on after its answer, and that is no part of the case.
    CpuMeter.Times times = cpu.times();
    long at = System.nanoTime();
    ProcessorTimes.Times machine = processors.read();
    ContextSwitches switches = ContextSwitches.of(proc, processes());
    MemoryMeter.Stat stat = memory.stat();
    return new MeterReading(
        at,
        times.nanos(),
        pressureNanos("cpu.pressure"),
        pressureNanos("io.pressure"),
        pressureNanos("memory.pressure"),
        machine.stealNanos(),
        times.throttledPeriods(),
        switches == null ? null : switches.voluntary(),
        switches == null ? null : switches.involuntary(),
        stat.pageFaults(),
        stat.majorPageFaults(),
        machine.measuredNanos(),
        machine.allNanos());
  }

  @Override
  public @Nullable Long oomKills() {
    return memory.oomKills();
  }

  @Override
  public @Nullable Descriptor oomNotice() {
    return oomNotice;
  }

  @Override
  public MemorySample sampleMemory(long atNanos) {
    return memory.sample(atNanos);
  }

  @Override
  public GroupUsage usage() {
    CpuMeter.Times times = cpu.times();
    MemoryMeter.Stat stat = memory.stat();
    BlockMeter.Bytes bytes = block.bytes();
    return new GroupUsage(
        times.nanos(),
        times.userNanos(),
        times.systemNanos(),
        memory.peakChargedBytes(),
        stat.fileBytes(),
        memory.oomKills(),
        bytes.read(),
        bytes.written(),
        pressureNanos("cpu.pressure"),
        pressureNanos("io.pressure"),
        pressureNanos("memory.pressure"),
        times.throttledNanos(),
        times.throttledPeriods(),
        stat.pageFaults(),
        stat.majorPageFaults(),
        KernelFile.number(pids.resolve("pids.peak")),
        killed ? refusedForks : countRefusedForks());
  }

  /// Kernel: admin-guide/cgroup-v2.rst, `max` of `pids.events`; version 1 has the same file.
  private @Nullable Long countRefusedForks() {
    return KernelFile.find(pids.resolve("pids.events"))
        .map(text -> KernelFile.keyed(text, "max"))
        .orElse(null);
  }

  /// Total of the line `some`, which the kernel gives in microseconds (kernel: accounting/psi.rst).
  private @Nullable Long pressureNanos(String file) {
    if (unified == null) {
      return null;
    }
    String text = KernelFile.find(unified.resolve(file)).orElse("");
    int total = text.indexOf("total=");
    int end = text.indexOf('\n', total);
    return !text.startsWith("some ") || total < 0 || end < 0
        ? null
        : Long.parseLong(text.substring(total + "total=".length(), end)) * 1_000;
  }

  @Override
  public List<Long> processes() {
    // A process of another pid namespace that cannot be seen from here reads as 0.
    return KernelFile.find(pids.resolve("cgroup.procs")).stream()
        .flatMap(String::lines)
        .map(Long::valueOf)
        .filter(pid -> pid > 0)
        .toList();
  }

  @Override
  public void kill() {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_NANOS;
    while (!processes().isEmpty() && System.nanoTime() - start < PATIENCE_NANOS) {
      sendKill();
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private void sendKill() {
    Path file = unified == null ? null : unified.resolve("cgroup.kill");
    if (file != null && Files.exists(file)) {
      KernelFile.write(file, "1");
      return;
    }
    // Without cgroup.kill (before Linux 5.14) a fork could outrun the loop: none succeeds any more,
    // and what is refused from here on is not the program's doing.
    if (!killed) {
      refusedForks = countRefusedForks();
      killed = true;
    }
    KernelFile.write(pids.resolve("pids.max"), "0");
    processes().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  @Override
  public void remove() {
    cpu.close();
    if (oomNotice != null) {
      oomNotice.close();
    }
    long start = System.nanoTime();
    for (Path folder : folders) {
      remove(folder, start);
    }
  }

  private void remove(Path folder, long start) {
    long pause = FIRST_PAUSE_NANOS;
    while (true) {
      try {
        remover.remove(folder);
        return;
      } catch (IOException e) {
        if (System.nanoTime() - start > PATIENCE_NANOS) {
          throw new AssayException(
              ErrorCode.SANDBOX_FAILED,
              "cannot remove the control group %s: %s; processes in it: %s"
                  .formatted(folder, KernelFile.reason(e), processes()),
              e);
        }
        LockSupport.parkNanos(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      }
    }
  }
}
