package dev.assay.cli;

import dev.assay.cli.view.ProgressLine;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.unit.DurationText;
import dev.assay.runner.suite.SuiteListener;
import java.util.Locale;

/// Shows on standard error how the measuring of a suite goes: what is done, what is left, about how
/// long that takes, and what failed.
final class SuiteProgress implements SuiteListener, AutoCloseable {
  private final ProgressLine line;
  private String state = "";

  SuiteProgress(Wiring wiring) {
    Terminal terminal = wiring.terminal();
    this.line = ProgressLine.of(terminal.err(), terminal.isInteractive(), terminal.width());
  }

  @Override
  public void found(int programs, int remarks) {
    String others =
        remarks == 0
            ? ""
            : "; %s left out, and a remark at the end says why"
                .formatted(count(remarks, "file is", "files are"));
    line.stage("%s found%s".formatted(count(programs, "program", "programs"), others));
  }

  private static String count(int number, String one, String many) {
    return "%d %s".formatted(number, number == 1 ? one : many);
  }

  @Override
  public void stage(String text) {
    line.stage(state + text);
  }

  @Override
  public void measured(SuiteEntry entry) {
    if (!entry.row().isOk()) {
      line.note(
          "%s.%s-%d, n = %d: %s%s"
              .formatted(
                  entry.task(),
                  entry.language(),
                  entry.number(),
                  entry.n(),
                  entry.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                  entry.remark() == null ? "" : ": " + entry.remark()));
    }
  }

  @Override
  public void through(int done, int of, int failed, double leftSeconds) {
    state =
        "%d of %d done, %d failed, about %s left: "
            .formatted(done, of, failed, DurationText.ofSeconds(leftSeconds));
  }

  @Override
  public void close() {
    line.close();
  }
}
