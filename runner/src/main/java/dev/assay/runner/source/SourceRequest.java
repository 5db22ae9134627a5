package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/// What a person asked to be measured.
///
/// @param location a folder in a repository, a repository's path, or a URL (https, http, ssh, git,
///   file, or `user@host:path`)
/// @param path folder below `location`; `.` for itself
/// @param revision commit, branch or tag; absent for the newest commit of what is checked out, or
///   of a URL's default branch
/// @param dirty whether the folder is measured as it lies, without a commit
public record SourceRequest(
    String location, String path, @Nullable String revision, boolean dirty) {
  public SourceRequest {
    if (dirty && revision != null) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--dirty measures a folder as it lies and --commit %s a commit; use one of them"
              .formatted(revision));
    }
  }

  /// The work tree's own commit of the folder at `location`, which has to be clean.
  public static SourceRequest of(String location) {
    return new SourceRequest(location, ".", null, false);
  }
}
