package dev.assay.runner.exec;

import dev.assay.core.unit.DataSize;
import java.time.Duration;

/// What one repetition of a command may use. Passing one ends it, and its ending says so.
///
/// @param wallTime from its start
/// @param cpuTime user and system time of the whole tree
/// @param memory of the whole tree, page cache included, as the kernel enforces it; also the size
///   of `/tmp` and of `/dev/shm`, each, whose bytes are the command's memory
/// @param cpus processors of its own
/// @param processes processes and threads; more get EAGAIN, and nobody is ended for it
/// @param output bytes in all fresh folders together, and bytes of standard output in a file
public record ExecLimits(
    Duration wallTime,
    Duration cpuTime,
    DataSize memory,
    int cpus,
    int processes,
    DataSize output) {
  public static final Duration DEFAULT_WALL = Duration.ofHours(1);
  public static final int DEFAULT_PROCESSES = 4096;
  public static final DataSize DEFAULT_OUTPUT = DataSize.ofMebibytes(64);

  /// How much longer than its CPU time a command may take, where only that was said; as BenchExec
  /// has it.
  public static final Duration WALL_BEYOND_CPU = Duration.ofSeconds(30);

  /// One hour on one processor, with so much memory.
  public static ExecLimits ofMemory(DataSize memory) {
    return new ExecLimits(DEFAULT_WALL, DEFAULT_WALL, memory, 1, DEFAULT_PROCESSES, DEFAULT_OUTPUT);
  }

  public ExecLimits withTimes(Duration wall, Duration cpu) {
    return new ExecLimits(wall, cpu, memory, cpus, processes, output);
  }

  public ExecLimits withCpus(int count) {
    return new ExecLimits(wallTime, cpuTime, memory, count, processes, output);
  }

  public ExecLimits withProcesses(int count) {
    return new ExecLimits(wallTime, cpuTime, memory, cpus, count, output);
  }

  public ExecLimits withOutput(DataSize size) {
    return new ExecLimits(wallTime, cpuTime, memory, cpus, processes, size);
  }
}
