package dev.assay.core.bundle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a program is given at a point of a bundle for programs.
///
/// @param point name of the point
/// @param n its size; workloads of a bundle are in ascending order of it
/// @param args arguments after the program's own
/// @param stdin file that is standard input; absent for an empty one
/// @param files further files that the program can read
/// @param expected file of the bundle with the expected output; absent when that comes from
///   elsewhere
public record Workload(
    String point,
    long n,
    List<String> args,
    @Nullable String stdin,
    List<String> files,
    @Nullable String expected) {
  /// The parameter that names it in a point.
  public static final String PARAMETER = "n";

  public Workload {
    args = List.copyOf(args);
    files = List.copyOf(files);
  }
}
