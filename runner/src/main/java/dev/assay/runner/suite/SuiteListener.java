package dev.assay.runner.suite;

import dev.assay.core.suite.SuiteEntry;

/// Hears how the measuring of a suite goes.
public interface SuiteListener {
  /// Programs that were found, and files that are none.
  void found(int programs, int remarks);

  /// What is done now.
  void stage(String text);

  void measured(SuiteEntry entry);

  /// A program is through.
  ///
  /// @param failed how many of those that are through failed at a workload
  /// @param leftSeconds an estimate for the rest; NaN where nothing is known
  void through(int done, int of, int failed, double leftSeconds);
}
