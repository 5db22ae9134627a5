package dev.assay.cli;

import dev.assay.cli.view.ProgressLine;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.runner.iterate.IterationListener;

/// Shows on standard error how iterating goes.
final class IterationProgress implements IterationListener, AutoCloseable {
  private final ProgressLine line;
  private String state = "";

  IterationProgress(Wiring wiring) {
    Terminal terminal = wiring.terminal();
    this.line = ProgressLine.of(terminal.err(), terminal.isInteractive(), terminal.width());
  }

  @Override
  public void stage(String text) {
    line.stage(state + text);
  }

  @Override
  public void executed(IterationEntry entry) {
    if (!entry.isOk()) {
      line.note(
          "%s.%s-%d, n = %d, %s: %s%s"
              .formatted(
                  entry.task(),
                  entry.language(),
                  entry.number(),
                  entry.n(),
                  entry.isProof() ? "proof" : "process " + (entry.process() + 1),
                  entry.status().words(),
                  entry.remark() == null ? "" : ": " + entry.remark()));
    }
  }

  @Override
  public void through(int done, int of) {
    state = "%d of %d processes done: ".formatted(done, of);
  }

  @Override
  public void close() {
    line.close();
  }
}
