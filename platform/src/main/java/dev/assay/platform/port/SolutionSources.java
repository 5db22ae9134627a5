package dev.assay.platform.port;

import dev.assay.core.run.Source;
import dev.assay.core.solution.SolutionSpec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Freezes what authors submit. Nothing of a repository is executed.
public interface SolutionSources {
  /// Fetches one commit from a repository.
  ///
  /// @param url which the platform's policy allows
  /// @param revision commit, branch or tag; absent for the default branch
  /// @param path folder of the solution, `.` for the root
  FrozenSolution fetch(String url, @Nullable String revision, String path);

  /// Reads a git pack that holds one commit.
  ///
  /// @param repository name that is recorded
  /// @param commit 40 hex digits
  FrozenSolution read(Path pack, String repository, String commit, String path);

  /// @param source with the commit that it came to
  record FrozenSolution(Source source, String implementation, SolutionSpec solution) {}
}
