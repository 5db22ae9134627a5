package dev.assay.core.suite;

import dev.assay.core.game.GameRow;
import dev.assay.core.run.Cost;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What came of one program at one workload. What is reported of it is folded here, on the way out,
/// as the Benchmarks Game does it.
///
/// @param n the workload
/// @param entries at least one, in the order in which they were measured
public record WorkloadResult(GameRow.Program program, long n, List<SuiteEntry> entries) {
  public WorkloadResult {
    entries = List.copyOf(entries);
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("%s was not measured at %d".formatted(program, n));
    }
  }

  /// Whether an answer was right.
  public boolean isRight() {
    return entries.stream().anyMatch(SuiteEntry::isRight);
  }

  /// Those that were right and took some time, in order.
  public List<SuiteEntry> right() {
    return entries.stream().filter(SuiteEntry::isRight).toList();
  }

  /// The measurement whose figures are reported: the fastest that was right, else the first.
  public SuiteEntry reported() {
    return right().stream()
        .min(Comparator.comparingLong(SuiteEntry::wallNanos))
        .orElse(entries.getFirst());
  }

  /// The lowest wall time of those that were right.
  public OptionalLong wallNanos() {
    return isRight() ? OptionalLong.of(reported().wallNanos()) : OptionalLong.empty();
  }

  /// The highest memory of those that were right; empty where none was or the kernel does not count
  /// it.
  public OptionalLong peakMemoryBytes() {
    return right().stream()
        .flatMap(entry -> entry.findCost().stream())
        .flatMap(cost -> Stream.ofNullable(cost.peakMemoryBytes()))
        .mapToLong(Long::longValue)
        .max();
  }

  /// CPU time of the reported measurement; absent where the kernel does not count it.
  public @Nullable Long cpuNanos() {
    return reported().findCost().map(Cost::cpuNanos).orElse(null);
  }

  /// Wall times of those that were right, in seconds.
  public List<Double> seconds() {
    return right().stream().map(entry -> entry.wallNanos() / 1e9).toList();
  }
}
