package dev.assay.bundle.manifest;

import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.Limits;
import dev.assay.core.unit.DataSize;
import java.time.Duration;
import java.util.List;

/// Reads `[limits]` and `[limits.bundle]`. A limit that no machine can honour is an error.
final class LimitsReader {
  private static final Duration MIN_TIME = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofHours(24);

  /// Below this, no process with a C library starts.
  private static final DataSize MIN_MEMORY = DataSize.ofMebibytes(4);

  private static final DataSize MAX_MEMORY = DataSize.ofGibibytes(16 * 1024);

  /// A file system with less room holds no answer.
  private static final DataSize MIN_OUTPUT = DataSize.ofKibibytes(64);

  private static final DataSize MAX_OUTPUT = DataSize.ofGibibytes(1024);
  private static final DataSize MIN_LOG = DataSize.ofKibibytes(1);
  private static final DataSize MAX_LOG = DataSize.ofGibibytes(1);
  private static final int MAX_CPUS = 4096;

  /// Linux has no more process ids than this (`PID_MAX_LIMIT`, proc_sys_kernel(5)).
  private static final int MAX_PROCESSES = 4_194_304;

  private LimitsReader() {}

  static Limits read(TableReader table) {
    return read(table, time(table, "init", Defaults.INIT), time(table, "case", Defaults.CASE));
  }

  /// Of programs, whose time is limited elsewhere.
  static Limits readOfProgram(TableReader table, Duration timeout) {
    for (String key : List.of("init", "case")) {
      if (table.raw(key) != null) {
        table.error(
            key, "a program has no %s; how long it may take is program.timeout".formatted(key));
      }
    }
    return read(table, timeout, timeout);
  }

  private static Limits read(TableReader table, Duration init, Duration caseTime) {
    int cpus = table.integer("cpus", 1, MAX_CPUS).orElse(Defaults.CPUS);
    Duration cpu =
        table
            .duration("cpu", MIN_TIME, MAX_TIME.multipliedBy(cpus))
            .orElse(caseTime.multipliedBy(cpus));
    Duration build = time(table, "build", Defaults.BUILD);
    return new Limits(
        init,
        caseTime,
        cpu,
        build,
        memory(table, Defaults.MEMORY),
        cpus,
        table.integer("processes", 1, MAX_PROCESSES).orElse(Defaults.PROCESSES),
        table.size("output", MIN_OUTPUT, MAX_OUTPUT).orElse(Defaults.OUTPUT),
        table.size("log", MIN_LOG, MAX_LOG).orElse(Defaults.LOG));
  }

  static BundleLimits readOfBundle(TableReader table) {
    return new BundleLimits(
        time(table, "make", Defaults.MAKE),
        time(table, "verify", Defaults.VERIFY),
        memory(table, Defaults.BUNDLE_MEMORY));
  }

  /// Memory of one process tree.
  static DataSize memory(TableReader table, DataSize fallback) {
    return table.size("memory", MIN_MEMORY, MAX_MEMORY).orElse(fallback);
  }

  static Duration time(TableReader table, String key, Duration fallback) {
    return table.duration(key, MIN_TIME, MAX_TIME).orElse(fallback);
  }
}
