package dev.assay.sandbox.machine;

import dev.assay.core.run.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;

/// What each processor of the machine has done since it started, for everybody together
/// (`/proc/stat`, proc_stat(5)), in steps of 10 ms.
///
/// @param processors by number; empty where the kernel does not say
public record ProcessorCounters(Map<Integer, Counter> processors) {
  /// The kernel tells these in hundredths of a second on every architecture (USER_HZ).
  private static final long TICK_NANOS = 10_000_000;

  /// Columns of a line `cpuN`: user, nice, system, irq, softirq. Time of guests is in user and nice
  /// already, and steal is not ours.
  private static final int[] BUSY = {1, 2, 3, 6, 7};

  /// idle, iowait.
  private static final int[] IDLE = {4, 5};

  private static final int LEAST_COLUMNS = 8;

  public ProcessorCounters {
    processors = Map.copyOf(processors);
  }

  /// @param busyNanos user, nice, system and interrupts
  /// @param idleNanos idle, and waiting for IO
  public record Counter(long busyNanos, long idleNanos) {}

  /// Reads them.
  ///
  /// @param proc where /proc is
  public static ProcessorCounters read(Path proc) {
    try {
      return parse(Files.readString(proc.resolve("stat")));
    } catch (IOException absent) {
      return new ProcessorCounters(Map.of());
    }
  }

  private static ProcessorCounters parse(String text) {
    var processors = new TreeMap<Integer, Counter>();
    for (var lines = new StringTokenizer(text, "\n"); lines.hasMoreTokens(); ) {
      String line = lines.nextToken();
      if (!line.startsWith("cpu")) {
        break;
      }
      String[] columns = line.split(" +", -1);
      if (!columns[0].equals("cpu") && columns.length >= LEAST_COLUMNS) {
        processors.put(
            Integer.valueOf(columns[0].substring("cpu".length())),
            new Counter(nanos(columns, BUSY), nanos(columns, IDLE)));
      }
    }
    return new ProcessorCounters(processors);
  }

  private static long nanos(String[] columns, int[] which) {
    long ticks = 0;
    for (int column : which) {
      ticks += Long.parseLong(columns[column]);
    }
    return ticks * TICK_NANOS;
  }

  /// What each processor did between an earlier reading and this one, by number. The kernel's count
  /// of idle time may go back a little (proc_stat(5)); then it is none.
  public List<ProcessorUse> since(ProcessorCounters earlier) {
    var uses = new ArrayList<ProcessorUse>();
    new TreeMap<>(processors)
        .forEach((number, now) -> {
          Counter before = earlier.processors.get(number);
          if (before != null) {
            uses.add(
                new ProcessorUse(
                    number,
                    Math.max(0, now.busyNanos - before.busyNanos),
                    Math.max(0, now.idleNanos - before.idleNanos)));
          }
        });
    return List.copyOf(uses);
  }
}
