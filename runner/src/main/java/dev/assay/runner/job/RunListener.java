package dev.assay.runner.job;

import dev.assay.core.run.PointResult;

/// Hears how a run goes, on the thread that carries it out.
public interface RunListener {
  /// Hears nothing.
  RunListener SILENT =
      new RunListener() {
        @Override
        public void stage(String text) {}

        @Override
        public void measured(String point, int done, int of) {}

        @Override
        public void measuredAgain(String point, int retry, int done, int of) {}

        @Override
        public void point(PointResult result) {}
      };

  /// A stage begins.
  void stage(String text);

  /// A case was measured.
  void measured(String point, int done, int of);

  /// A case was measured in a retry: a process that measures the point's disturbed cases again,
  /// after its warm-up cases.
  ///
  /// @param retry of this point, from 1
  /// @param done cases of this retry; 0 when it begins
  void measuredAgain(String point, int retry, int done, int of);

  /// A point is through.
  void point(PointResult result);
}
