package dev.assay.sandbox.runc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A process of this machine, told apart from a later one with the same number by when it started.
///
/// @param startTicks field 22 of `/proc/PID/stat` (proc_pid_stat(5))
record LivingProcess(long pid, long startTicks) {
  private static final int START_TICKS = 22;

  /// The process that has this number now; empty when none has, or one that has ended and only
  /// waits for its parent to notice.
  static Optional<LivingProcess> find(long pid) {
    return findStartTicks(pid).map(ticks -> new LivingProcess(pid, ticks));
  }

  boolean alive() {
    return find(pid).filter(this::equals).isPresent();
  }

  private static Optional<Long> findStartTicks(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
      // The program's name, field 2, may hold spaces and parentheses itself.
      String[] rest = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean ended = rest[0].equals("Z") || rest[0].equals("X");
      return ended ? Optional.empty() : Optional.of(Long.parseLong(rest[START_TICKS - 3]));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
