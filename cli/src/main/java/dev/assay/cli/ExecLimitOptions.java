package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.exec.ExecLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What one repetition of a command may use.
final class ExecLimitOptions {
  private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(1);

  @Option(
      names = "--time-limit",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "CPU time of the whole process tree, as in 500ms, 10s, 2m, 1h (default: the wall limit times the processors).")
  @Nullable Duration time;

  @Option(
      names = "--wall-limit",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Wall time (default: 30s more than --time-limit; without it, 1h).")
  @Nullable Duration wall;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = DataSizeConverter.class,
      description =
          "Memory of the whole tree, /tmp and /dev/shm included, as in 64MiB, 2GB (default: half of this machine's).")
  @Nullable DataSize memory;

  @Option(
      names = "--cpus",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Processors that it has for itself (default: ${DEFAULT-VALUE}).")
  int cpus = 1;

  @Option(
      names = "--processes",
      paramLabel = "COUNT",
      defaultValue = "4096",
      description =
          "Processes and threads; more are refused to it, and it goes on (default: ${DEFAULT-VALUE}).")
  int processes = ExecLimits.DEFAULT_PROCESSES;

  @Option(
      names = "--output",
      paramLabel = "SIZE",
      defaultValue = "64MiB",
      converter = DataSizeConverter.class,
      description =
          "Bytes in all folders of mode tmp together, and of standard output in a file (default: ${DEFAULT-VALUE}).")
  DataSize output = ExecLimits.DEFAULT_OUTPUT;

  /// @param machineMemory bytes of this machine's memory
  ExecLimits limits(long machineMemory) {
    requireAtLeastOne("--cpus", cpus);
    requireAtLeastOne("--processes", processes);
    DataSize granted = memory == null ? DataSize.ofBytes(machineMemory / 2) : memory;
    if (granted.compareTo(LEAST_MEMORY) < 0) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--memory %s: no program starts in less than %s".formatted(granted, LEAST_MEMORY));
    }
    Duration wallLimit = wall == null ? defaultWall() : wall;
    Duration cpuLimit = time == null ? wallLimit.multipliedBy(cpus) : time;
    return new ExecLimits(wallLimit, cpuLimit, granted, cpus, processes, output);
  }

  private Duration defaultWall() {
    return time == null ? ExecLimits.DEFAULT_WALL : time.plus(ExecLimits.WALL_BEYOND_CPU);
  }

  static void requireAtLeastOne(String option, int value) {
    if (value < 1) {
      throw new AssayException(
          ErrorCode.USAGE, "%s %d: at least 1 is needed".formatted(option, value));
    }
  }
}
