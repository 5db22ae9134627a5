package dev.assay.bundle.harness;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/// Generated lines, one per value of a signature.
final class Lines {
  private Lines() {}

  /// What `line` makes of each entry, with a line end after each; empty for no entries.
  static <T> String of(Map<String, T> values, BiFunction<String, T, String> line) {
    return values.entrySet().stream()
        .map(entry -> line.apply(entry.getKey(), entry.getValue()) + "\n")
        .collect(Collectors.joining());
  }
}
