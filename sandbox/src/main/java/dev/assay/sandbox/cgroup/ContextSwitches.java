package dev.assay.sandbox.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Context switches of living threads (proc_pid_status(5)). No control group counts them, so those
/// of threads that have ended are missing.
///
/// @param voluntary times that they gave up the processor
/// @param involuntary times that it was taken from them
record ContextSwitches(long voluntary, long involuntary) {
  /// More threads take too long to look at between two cases.
  private static final int MOST_THREADS = 64;

  /// Absent when there are too many to look at, or none.
  static @Nullable ContextSwitches of(Path proc, List<Long> processes) {
    var statuses = new ArrayList<String>();
    for (long pid : processes) {
      addStatuses(proc.resolve(pid + "/task"), statuses);
    }
    if (statuses.isEmpty() || statuses.size() > MOST_THREADS) {
      return null;
    }
    return new ContextSwitches(
        sum(statuses, "voluntary_ctxt_switches:"), sum(statuses, "nonvoluntary_ctxt_switches:"));
  }

  private static void addStatuses(Path tasks, List<String> statuses) {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        if (statuses.size() > MOST_THREADS) {
          return;
        }
        statuses.add(KernelFile.find(thread.resolve("status")).orElse(""));
      }
    } catch (IOException | DirectoryIteratorException endedMeanwhile) {
      // Then nothing of it is alive.
    }
  }

  private static long sum(List<String> statuses, String key) {
    return statuses.stream().mapToLong(status -> value(status, key)).sum();
  }

  private static long value(String status, String key) {
    int at = status.indexOf("\n" + key);
    if (at < 0) {
      return 0;
    }
    int end = status.indexOf('\n', at + 1);
    String line = status.substring(at + 1 + key.length(), end < 0 ? status.length() : end);
    return Long.parseLong(line.strip());
  }
}
