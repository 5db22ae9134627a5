package dev.assay.sandbox.cgroup;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The kernel's form of a set of processors, as in `0-3,8` (cpuset(7), List format).
public final class CpuList {
  private CpuList() {}

  /// @throws NumberFormatException when the text has another form
  public static List<Integer> parse(String text) {
    return text.isBlank()
        ? List.of()
        : Arrays.stream(text.strip().split(",")).flatMapToInt(CpuList::range).boxed().toList();
  }

  private static IntStream range(String text) {
    int dash = text.indexOf('-');
    return dash < 0
        ? IntStream.of(Integer.parseInt(text))
        : IntStream.rangeClosed(
            Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
  }
}
