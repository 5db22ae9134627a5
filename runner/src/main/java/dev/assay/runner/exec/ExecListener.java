package dev.assay.runner.exec;

/// Hears how measuring goes, on the thread that does it.
public interface ExecListener {
  /// Hears nothing.
  ExecListener SILENT =
      new ExecListener() {
        @Override
        public void stage(String text) {}

        @Override
        public void measured(Measurement measurement, int done, int of) {}
      };

  /// A stage begins.
  void stage(String text);

  /// A repetition is through.
  ///
  /// @param done of all repetitions of all commands, warm-ups included
  void measured(Measurement measurement, int done, int of);
}
