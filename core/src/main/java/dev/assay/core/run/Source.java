package dev.assay.core.run;

import org.jspecify.annotations.Nullable;

/// Where the measured code came from.
///
/// @param repository URL or path that was cloned
/// @param path folder in the repository, `.` for its root
/// @param commit 40 hex digits; absent when the work tree was measured as it lay (`--dirty`)
/// @param treeHash content hash of the solution's folder as it was measured, harness left out
public record Source(String repository, String path, @Nullable String commit, String treeHash) {
  /// Whether the code is not pinned by a commit.
  public boolean isDirty() {
    return commit == null;
  }
}
