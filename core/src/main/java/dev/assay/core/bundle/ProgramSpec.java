package dev.assay.core.bundle;

import java.util.List;

/// What a bundle says of whole programs, under the protocol `program`.
///
/// @param makesInputs whether `make` writes the files that programs are given; otherwise they are
///   the bundle's own
/// @param expected where the expected output comes from
/// @param reference program of the bundle that prints it; empty unless it comes from there
/// @param workloads one for each point, in their order
public record ProgramSpec(
    boolean makesInputs,
    ExpectedOutput expected,
    List<String> reference,
    OutputComparison compare,
    ProgramRules rules,
    List<Workload> workloads) {
  public ProgramSpec {
    reference = List.copyOf(reference);
    workloads = List.copyOf(workloads);
  }

  /// Whether `make` is executed at all.
  public boolean isMade() {
    return makesInputs || expected == ExpectedOutput.MAKE;
  }

  /// The workload of a point.
  ///
  /// @throws IllegalArgumentException when there is none
  public Workload at(String point) {
    return workloads.stream()
        .filter(one -> one.point().equals(point))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no workload at " + point));
  }
}
