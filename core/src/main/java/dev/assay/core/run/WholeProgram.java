package dev.assay.core.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was measured under the protocol `program`.
///
/// @param command how it was started, without a workload's arguments
/// @param sourceBytes size of its source files without comments and repeated white space, each
///   compressed, as the Benchmarks Game counts it; absent where no file is of a language that is
///   known
public record WholeProgram(List<String> command, @Nullable Long sourceBytes) {
  public WholeProgram {
    command = List.copyOf(command);
  }
}
