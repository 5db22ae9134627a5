package dev.assay.platform.submission;

import dev.assay.core.bundle.Seeds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an author submits. Exactly one of `pack` and `repository` is there.
///
/// @param pack a commit that was uploaded
/// @param repository a commit that the platform fetches
/// @param bundle `NAME@VERSION`; absent for what `solution.toml` names
/// @param points names of points; absent for all
/// @param seeds some of the sample; absent for all of it
/// @param retryDisturbed how often a disturbed case is measured again at most, 0 to 10; absent for
///   never
/// @param isPrivate whether only the author, the benchmark's host where that is private, and
///   operators see the implementation; absent for what it is, and public when it is new
public record SubmissionRequest(
    @Nullable PackedCommit pack,
    @Nullable RepositoryCommit repository,
    @Nullable String bundle,
    @Nullable List<String> points,
    @Nullable Seeds seeds,
    @Nullable Integer retryDisturbed,
    @Nullable Boolean isPrivate) {

  /// @param blob with a git pack of the commit, uploaded before
  /// @param repository name that is recorded; it is not fetched from
  /// @param commit 40 small hex digits
  /// @param path folder of the solution; absent for the root
  public record PackedCommit(
      String blob, String repository, String commit, @Nullable String path) {}

  /// @param url that the operator's policy allows
  /// @param revision commit, branch or tag; absent for the default branch
  /// @param path folder of the solution; absent for the root
  public record RepositoryCommit(String url, @Nullable String revision, @Nullable String path) {}
}
