package dev.assay.cli.port;

import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.unit.DataSize;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.settings.PlatformSettings.Caps;
import dev.assay.platform.submission.RepositoryPolicy;
import dev.assay.runner.job.SourceIdentity;
import dev.assay.runner.source.CloneLimits;
import dev.assay.runner.source.ClonedSource;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.PackLimits;
import dev.assay.runner.source.SourceCloner;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.runner.source.SourcePack;
import dev.assay.runner.source.SourceRequest;
import java.nio.file.Path;
import org.eclipse.jgit.transport.HttpTransport;
import org.jspecify.annotations.Nullable;

/// Freezes what authors submit by the code that runners use, so that both find the same.
///
/// Submodules are refused: they would be fetched from wherever the repository says.
public final class GitSolutionSources implements SolutionSources {
  private static final int MOST_ENTRIES = 100_000;

  private final Path folder;
  private final CloneLimits limits;
  private final PackLimits packLimits;

  /// JGit knows one way to connect per process; from now on it is held to the policy.
  ///
  /// @param folder for what is fetched
  public GitSolutionSources(Path folder, Caps caps, RepositoryPolicy policy) {
    this.folder = folder;
    DataSize checkout = DataSize.ofBytes(caps.checkout());
    this.limits = new CloneLimits(checkout, MOST_ENTRIES, 0);
    this.packLimits =
        new PackLimits(DataSize.ofBytes(caps.source()), MOST_ENTRIES, checkout, checkout);
    HttpTransport.setConnectionFactory(new GuardedConnections(policy));
  }

  @Override
  public FrozenSolution fetch(String url, @Nullable String revision, String path) {
    try (WorkFolder work = WorkFolder.in(folder)) {
      try {
        FrozenSource frozen =
            new SourceFreezer(work.path()).freeze(new SourceRequest(url, path, revision, false));
        return solution(requireCommit(frozen), work);
      } catch (AssayException e) {
        throw work.told(e, "files");
      }
    }
  }

  @Override
  public FrozenSolution read(Path pack, String repository, String commit, String path) {
    try (WorkFolder work = WorkFolder.in(folder)) {
      try {
        var frozen =
            new SourcePack(packLimits)
                .read(pack, work.path().resolve("git"), repository, commit, path);
        return solution(frozen, work);
      } catch (AssayException e) {
        throw work.told(e, "files");
      }
    }
  }

  private static FrozenSource.AtCommit requireCommit(FrozenSource frozen) {
    if (frozen instanceof FrozenSource.AtCommit commit) {
      return commit;
    }
    throw new AssayException(
        ErrorCode.SOURCE_NOT_FOUND,
        "%s is no repository behind a URL.".formatted(frozen.repository()));
  }

  private FrozenSolution solution(FrozenSource.AtCommit frozen, WorkFolder work) {
    ClonedSource cloned = new SourceCloner(limits).copy(frozen, work.path().resolve("files"));
    SolutionSpec solution = SolutionManifest.read(cloned.solution());
    return new FrozenSolution(
        SourceIdentity.of(frozen, cloned), SourceIdentity.name(frozen, solution), solution);
  }
}
