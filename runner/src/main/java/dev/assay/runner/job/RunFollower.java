package dev.assay.runner.job;

import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;

/// Hears what is written into a run's folder, on the thread that carries the run out and after it
/// is on disk. What it throws ends the run as a fault of the platform.
public interface RunFollower {
  /// Hears nothing.
  RunFollower SILENT =
      new RunFollower() {
        @Override
        public void opened(Run run, RunFolder folder) {}

        @Override
        public void built(Run run) {}

        @Override
        public void measured(String point, int process, CaseResult result) {}

        @Override
        public void point(PointResult result) {}

        @Override
        public void closed(Run run) {}
      };

  /// The run was opened; nothing was built yet.
  void opened(Run run, RunFolder folder);

  /// The run with its build and the stages so far.
  void built(Run run);

  /// A case was measured; it is not verified yet.
  ///
  /// @param process of the point: 0 for the first, then 1, 2, … for its retries
  void measured(String point, int process, CaseResult result);

  /// A point is through.
  void point(PointResult result);

  /// The whole run; nothing follows. Its logs, and its answers where they are kept, are in its
  /// folder.
  void closed(Run run);
}
