package dev.assay.cli;

import dev.assay.cli.view.ProgressLine;
import dev.assay.runner.exec.ExecListener;
import dev.assay.runner.exec.Measurement;

/// Shows a person on standard error how measuring a command goes; nobody else is told.
final class ExecProgress implements ExecListener, AutoCloseable {
  private final ProgressLine line;
  private final boolean isWatched;

  private ExecProgress(ProgressLine line, boolean isWatched) {
    this.line = line;
    this.isWatched = isWatched;
  }

  static ExecProgress on(Terminal terminal) {
    return new ExecProgress(
        ProgressLine.of(terminal.err(), terminal.isInteractive(), terminal.width()),
        terminal.isInteractive());
  }

  @Override
  public void stage(String text) {
    if (isWatched) {
      line.stage(text);
    }
  }

  @Override
  public void measured(Measurement measurement, int done, int of) {
    if (isWatched) {
      line.repetitions(done, of);
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
