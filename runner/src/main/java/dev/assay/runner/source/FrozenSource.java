package dev.assay.runner.source;

import java.nio.file.Path;

/// Code that does not move any more, or that is known to have no commit.
public sealed interface FrozenSource {
  /// Name of the repository, or path of the folder where there is none.
  String repository();

  /// Folder in the repository with `/` between names; `.` for its root.
  String path();

  /// A commit of a repository.
  ///
  /// @param commit 40 hex digits
  record AtCommit(Origin origin, String path, String commit) implements FrozenSource {
    @Override
    public String repository() {
      return origin.name();
    }

    /// The same, fetched from where its URL says or not at all.
    public AtCommit withoutRedirections() {
      return origin instanceof Origin.Remote remote
          ? new AtCommit(remote.withoutRedirections(), path, commit)
          : this;
    }
  }

  /// A folder as it lies, which can be different the next time.
  ///
  /// @param tree the work tree, or the folder itself when it is in none
  record AsItLies(Path tree, String path) implements FrozenSource {
    @Override
    public String repository() {
      return tree.toString();
    }
  }
}
