package dev.assay.runner.iterate;

import dev.assay.core.iterate.IterationEntry;

/// Hears how it goes.
public interface IterationListener {
  /// What is done now.
  void stage(String text);

  /// A process is through.
  void executed(IterationEntry entry);

  /// So many processes are through or will never be executed, of so many.
  void through(int done, int of);
}
