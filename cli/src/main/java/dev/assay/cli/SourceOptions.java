package dev.assay.cli;

import dev.assay.runner.source.SourceRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which state of a source is meant.
final class SourceOptions {
  @Option(
      names = "--commit",
      paramLabel = "REV",
      description =
          "A commit, tag or branch; without, HEAD. It is resolved to a commit, which is recorded.")
  @Nullable String commit;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      defaultValue = ".",
      description = "The solution's folder in the repository, for URLs.")
  String path = ".";

  @Option(
      names = "--dirty",
      description = "Measure the folder as it lies; the run is marked as having no commit.")
  boolean dirty;

  SourceRequest request(String solution) {
    return new SourceRequest(solution, path, commit, dirty);
  }
}
