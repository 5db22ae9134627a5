package dev.assay.runner.job;

import dev.assay.bundle.harness.Harness;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.core.run.Source;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.runner.source.ClonedSource;
import dev.assay.runner.source.FrozenSource;
import java.nio.file.Path;

/// What a frozen source is known by in a job, the same wherever the job is planned.
public final class SourceIdentity {
  private SourceIdentity() {}

  /// @param cloned the files of `frozen`, before a harness was laid over them
  public static Source of(FrozenSource frozen, ClonedSource cloned) {
    String commit = frozen instanceof FrozenSource.AtCommit at ? at.commit() : null;
    return new Source(frozen.repository(), frozen.path(), commit, hash(cloned.solution()));
  }

  /// Content hash of a solution's folder, harness left out.
  public static String hash(Path solution) {
    return ContentHash.ofFolder(
        solution, path -> path.startsWith(Harness.FOLDER + "/") || path.startsWith(".git/"));
  }

  /// Name of the implementation: what its manifest says, else the last name of its folder or
  /// repository.
  public static String name(FrozenSource frozen, SolutionSpec solution) {
    if (solution.name() != null) {
      return solution.name();
    }
    String path = frozen.path().equals(".") ? frozen.repository() : frozen.path();
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.endsWith(".git") ? name.substring(0, name.length() - 4) : name;
  }
}
