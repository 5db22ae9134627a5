package dev.assay.runner.source;

import org.eclipse.jgit.lib.StoredConfig;

/// Keeps JGit from tidying a repository up while it is being removed.
final class Tidying {
  private Tidying() {}

  /// Never, and never in the background: there, JGit takes a lock in the repository before it looks
  /// whether there is anything to do.
  ///
  /// @param config is not saved
  static void forbid(StoredConfig config) {
    config.setInt("gc", null, "auto", 0);
    config.setBoolean("gc", null, "autodetach", false);
  }
}
