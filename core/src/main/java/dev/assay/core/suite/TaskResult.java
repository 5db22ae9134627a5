package dev.assay.core.suite;

import dev.assay.core.game.GameRow;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What came of the programs of one task.
///
/// @param programs in the order in which they were first measured
/// @param workloads those that something was measured at, smallest first
/// @param fastestNanos the lowest time of a right answer by workload; absent where none was right
public record TaskResult(
    String task,
    List<ProgramResult> programs,
    SortedSet<Long> workloads,
    Map<Long, Long> fastestNanos) {
  public TaskResult {
    programs = List.copyOf(programs);
    workloads = Collections.unmodifiableSortedSet(new TreeSet<>(workloads));
    fastestNanos = Map.copyOf(fastestNanos);
  }

  /// One for each task of the suite that something was measured of, in its order.
  public static List<TaskResult> of(Suite suite, List<SuiteEntry> entries) {
    var byTask = entries.stream().collect(Collectors.groupingBy(SuiteEntry::task));
    return suite.tasks().stream()
        .filter(task -> byTask.containsKey(task.name()))
        .map(task -> of(task.name(), byTask.getOrDefault(task.name(), List.of())))
        .toList();
  }

  private static TaskResult of(String task, List<SuiteEntry> entries) {
    var byProgram =
        entries.stream()
            .collect(
                Collectors.groupingBy(SuiteEntry::of, LinkedHashMap::new, Collectors.toList()));
    return of(task, byProgram.values().stream().map(ProgramResult::of));
  }

  private static TaskResult of(String task, Stream<ProgramResult> results) {
    List<ProgramResult> programs = results.toList();
    var workloads = new TreeSet<Long>();
    var fastest = new HashMap<Long, Long>();
    for (ProgramResult program : programs) {
      for (WorkloadResult one : program.workloads()) {
        workloads.add(one.n());
        one.wallNanos().ifPresent(nanos -> fastest.merge(one.n(), nanos, Math::min));
      }
    }
    return new TaskResult(task, programs, workloads, fastest);
  }

  public Optional<ProgramResult> find(GameRow.Program program) {
    return programs.stream().filter(one -> one.program().equals(program)).findFirst();
  }

  /// Its programs at one workload: the fastest first, then what was not right.
  public List<WorkloadResult> at(long n) {
    return programs.stream()
        .flatMap(program -> program.at(n).stream())
        .sorted(
            Comparator.comparing((WorkloadResult one) -> !one.isRight())
                .thenComparingLong(one -> one.wallNanos().orElse(Long.MAX_VALUE)))
        .toList();
  }

  /// Each program at its largest workload: those that got farthest first, of them the fastest, then
  /// what was not right.
  public List<WorkloadResult> reported() {
    return programs.stream()
        .map(ProgramResult::largest)
        .sorted(
            Comparator.comparing((WorkloadResult one) -> !one.isRight())
                .thenComparing(WorkloadResult::n, Comparator.reverseOrder())
                .thenComparingLong(one -> one.wallNanos().orElse(Long.MAX_VALUE)))
        .toList();
  }

  /// Times as long as the fastest at the same workload; empty for what was not right.
  public OptionalDouble ratio(WorkloadResult result) {
    OptionalLong own = result.wallNanos();
    Long fastest = fastestNanos.get(result.n());
    return own.isPresent() && fastest != null && fastest > 0
        ? OptionalDouble.of((double) own.getAsLong() / fastest)
        : OptionalDouble.empty();
  }

  /// The fastest program of a language at the largest workload, among those that did every workload
  /// of the task.
  public Optional<ProgramResult> fastestOf(String language) {
    return programs.stream()
        .filter(program -> program.program().language().equals(language))
        .filter(program -> program.did(workloads))
        .min(
            Comparator.comparingLong(
                program -> program.largest().wallNanos().orElse(Long.MAX_VALUE)));
  }

  /// Different values of something that the numbers belong to; more than one means that not all of
  /// them can be held against each other.
  public <T> Set<T> different(Function<ProgramIdentity, T> part) {
    return programs.stream()
        .map(program -> part.apply(program.newest().identity()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
