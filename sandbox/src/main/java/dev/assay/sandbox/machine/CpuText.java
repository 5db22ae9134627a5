package dev.assay.sandbox.machine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Sets of processors as people and the kernel write them.
final class CpuText {
  private CpuText() {}

  /// As in `0-3,8`.
  static String of(Collection<Integer> cpus) {
    List<String> ranges = new ArrayList<>();
    Integer first = null;
    int last = 0;
    for (int cpu : new TreeSet<>(cpus)) {
      if (first != null && cpu != last + 1) {
        ranges.add(range(first, last));
        first = null;
      }
      first = first == null ? Integer.valueOf(cpu) : first;
      last = cpu;
    }
    if (first != null) {
      ranges.add(range(first, last));
    }
    return String.join(",", ranges);
  }

  private static String range(int first, int last) {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
