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
        public void point(PointResult result) {}
      };

  /// A stage begins.
  void stage(String text);

  /// A case was measured.
  void measured(String point, int done, int of);

  /// A point is through.
  void point(PointResult result);
}
