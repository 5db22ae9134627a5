package dev.assay.core.suite;

import dev.assay.core.text.TextHash;
import java.util.List;

/// What the numbers of a program belong to. When any of it changes, what was measured is of another
/// program.
///
/// @param sourceHash SHA-256 of the source, hex
/// @param build the build command, empty when there is none
/// @param run the command without the workload's arguments
/// @param version what the version command printed
/// @param imageDigest of the image that it is built and executed in
/// @param bundleHash of the bundle
/// @param machine class of the machine
public record ProgramIdentity(
    String sourceHash,
    List<String> build,
    List<String> run,
    String version,
    String imageDigest,
    String bundleHash,
    String machine) {
  public ProgramIdentity {
    build = List.copyOf(build);
    run = List.copyOf(run);
  }

  /// Equal for equal ones, and short.
  public String key() {
    return TextHash.of(toString()).substring(0, 24);
  }
}
