package dev.assay.core.solution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that `solution.toml` says.
///
/// @param name how the implementation is called; absent when the folder's name serves
/// @param bundle `NAME@VERSION`, where the version may be cut short: `@1` is the newest 1.x
/// @param language picks the harness and the default build; absent for a solution that brings its
///   own program
/// @param image reference of the image that it is built and run in
/// @param buildCommand run by `sh -c` in the solution's folder; absent when the language's default
///   serves, or nothing is built
/// @param runCommand the solution's own program; empty when the harness runs it
/// @param expectation for solutions inside a bundle; absent elsewhere
public record SolutionSpec(
    @Nullable String name,
    String bundle,
    @Nullable String language,
    String image,
    @Nullable String buildCommand,
    List<String> runCommand,
    Requires requires,
    @Nullable Expectation expectation) {
  public SolutionSpec {
    runCommand = List.copyOf(runCommand);
    if ((language == null) == runCommand.isEmpty()) {
      throw new IllegalArgumentException("a solution has either a language or a run command");
    }
  }

  /// Whether the solution brings its own program and clock.
  public boolean bringsOwnProgram() {
    return !runCommand.isEmpty();
  }
}
