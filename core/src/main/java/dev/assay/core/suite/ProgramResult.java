package dev.assay.core.suite;

import dev.assay.core.game.GameRow;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What came of one program.
///
/// @param workloads those that it was measured at, smallest first; at least one
/// @param entries every measurement of it, in order
public record ProgramResult(
    GameRow.Program program, List<WorkloadResult> workloads, List<SuiteEntry> entries) {
  public ProgramResult {
    workloads = List.copyOf(workloads);
    entries = List.copyOf(entries);
  }

  /// @param entries all of one program, in order; at least one
  public static ProgramResult of(List<SuiteEntry> entries) {
    GameRow.Program program = entries.getFirst().of();
    var workloads =
        entries.stream()
            .collect(Collectors.groupingBy(SuiteEntry::n, TreeMap::new, Collectors.toList()));
    return new ProgramResult(
        program,
        workloads.entrySet().stream()
            .map(one -> new WorkloadResult(program, one.getKey(), one.getValue()))
            .toList(),
        entries);
  }

  /// What is reported of it: the largest workload that it was measured at, right or not.
  public WorkloadResult largest() {
    return workloads.getLast();
  }

  public Optional<WorkloadResult> at(long n) {
    return workloads.stream().filter(one -> one.n() == n).findFirst();
  }

  /// Whether it was right at all of these.
  public boolean did(Set<Long> all) {
    return all.stream().allMatch(n -> at(n).filter(WorkloadResult::isRight).isPresent());
  }

  /// Whether a measurement was not right.
  public boolean hasFailed() {
    return entries.stream().anyMatch(entry -> !entry.isRight());
  }

  /// What its newest numbers belong to.
  public SuiteEntry newest() {
    return entries.getLast();
  }

  /// As in `nbody.gcc-2`.
  public String shortName() {
    return program.shortName();
  }
}
