package dev.assay.sandbox.cgroup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/// What the processors of the machine have done since it started, for everybody together.
///
/// `cpuacct.usage_percpu` of the root group of version 1 counts in nanoseconds what ran on each
/// processor (kernel: admin-guide/cgroup-v1/cpuacct.rst). Where that is missing, `/proc/stat`
/// counts in steps of 10 ms (proc_stat(5)).
final class ProcessorTimes {
  private static final long TICK_NANOS = 10_000_000;

  /// Columns of a line `cpuN` that are work: user, nice, system, irq, softirq.
  private static final int[] WORK = {1, 2, 3, 6, 7};

  private static final int STEAL = 8;

  private final Path stat;
  private final @Nullable Path usagePerCpu;
  private final List<Integer> measured;

  /// @param proc where /proc is
  /// @param cpuacct root of the version 1 hierarchy; absent where there is none
  /// @param measured processor numbers
  ProcessorTimes(Path proc, @Nullable Path cpuacct, List<Integer> measured) {
    stat = proc.resolve("stat");
    usagePerCpu = cpuacct == null ? null : cpuacct.resolve("cpuacct.usage_percpu");
    this.measured = List.copyOf(measured);
  }

  /// All in nanoseconds; absent where the kernel does not tell.
  ///
  /// @param measuredNanos work on the measured processors
  /// @param allNanos work on all processors
  /// @param stealNanos time that the hypervisor took from the measured ones
  record Times(@Nullable Long measuredNanos, @Nullable Long allNanos, @Nullable Long stealNanos) {}

  Times read() {
    String text = KernelFile.find(stat).orElse("");
    Long measuredNanos = null;
    Long allNanos = null;
    Long stealNanos = null;
    var lines = new StringTokenizer(text, "\n");
    while (lines.hasMoreTokens()) {
      String line = lines.nextToken();
      if (!line.startsWith("cpu")) {
        break;
      }
      List<String> columns = words(line);
      if (columns.size() <= STEAL || columns.getFirst().equals("cpu")) {
        continue;
      }
      long work = 0;
      for (int column : WORK) {
        work += ticks(columns.get(column));
      }
      allNanos = plus(allNanos, work);
      if (isMeasured(Integer.parseInt(columns.getFirst().substring("cpu".length())))) {
        measuredNanos = plus(measuredNanos, work);
        stealNanos = plus(stealNanos, ticks(columns.get(STEAL)));
      }
    }
    Times exact = exact(stealNanos);
    return exact != null ? exact : new Times(measuredNanos, allNanos, stealNanos);
  }

  private @Nullable Times exact(@Nullable Long stealNanos) {
    Optional<String> text = usagePerCpu == null ? Optional.empty() : KernelFile.find(usagePerCpu);
    if (text.isEmpty() || text.get().isBlank()) {
      return null;
    }
    long onMeasured = 0;
    long onAll = 0;
    List<String> usage = words(text.get());
    for (int cpu = 0; cpu < usage.size(); cpu++) {
      long nanos = Long.parseLong(usage.get(cpu));
      onAll += nanos;
      onMeasured += isMeasured(cpu) ? nanos : 0;
    }
    return new Times(onMeasured, onAll, stealNanos);
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    for (var rest = new StringTokenizer(line); rest.hasMoreTokens(); ) {
      words.add(rest.nextToken());
    }
    return words;
  }

  private boolean isMeasured(int cpu) {
    return measured.isEmpty() || measured.contains(cpu);
  }

  private static long ticks(String digits) {
    return Long.parseLong(digits) * TICK_NANOS;
  }

  private static long plus(@Nullable Long sum, long value) {
    return sum == null ? value : sum + value;
  }
}
