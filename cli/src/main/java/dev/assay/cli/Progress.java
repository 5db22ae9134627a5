package dev.assay.cli;

import dev.assay.cli.view.ProgressLine;
import dev.assay.core.run.PointResult;
import dev.assay.runner.job.RunListener;

/// Shows on standard error how the work goes.
final class Progress implements RunListener, AutoCloseable {
  private final ProgressLine line;
  private String subject = "";

  Progress(ProgressLine line) {
    this.line = line;
  }

  /// What the stages from now on belong to.
  void subject(String text) {
    subject = text + ": ";
  }

  @Override
  public void stage(String text) {
    line.stage(subject + text);
  }

  @Override
  public void measured(String point, int done, int of) {
    if (done == 0) {
      line.stage(subject + point);
    }
    line.cases(done, of);
  }

  @Override
  public void measuredAgain(String point, int retry, int done, int of) {
    if (done == 0) {
      line.stage(
          "%s%s, measuring disturbed cases again (retry %d)".formatted(subject, point, retry));
    }
    line.cases(done, of);
  }

  @Override
  public void point(PointResult result) {}

  /// Takes the line away, so that something else can be printed.
  void pause() {
    line.clear();
  }

  @Override
  public void close() {
    line.close();
  }
}
