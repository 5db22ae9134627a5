package dev.assay.runner.job;

import java.nio.file.Path;

/// Where a solution lies in the clone that holds it. The whole clone is `/solution` in the
/// container.
///
/// @param root the repository's root
/// @param onHost the solution's own folder, `root` or below
record SolutionFolder(Path root, Path onHost) {
  /// The solution's own folder in the container.
  String inContainer() {
    String below = root.relativize(onHost).toString();
    return below.isEmpty() ? "/solution" : "/solution/" + below;
  }
}
