package dev.assay.cli;

import dev.assay.cli.view.IterationTable;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.report.LinkedPage;
import dev.assay.platform.report.iterate.IterationsPage;
import dev.assay.runner.iterate.IterationRequest;
import dev.assay.runner.iterate.IterationRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Lets a suite iterate, prints the table and writes the report.
final class SuiteIterating {
  private final Wiring wiring;

  SuiteIterating(Wiring wiring) {
    this.wiring = wiring;
  }

  /// @return 0 when every process did every iteration, else 1
  int iterate(IterationRequest request) {
    IterationRunner.Outcome outcome = execute(request);
    return new SuiteEnding(
            IterationTable.of(outcome.programs()),
            writeReport(outcome, request.results()),
            outcome.remarks(),
            outcome.cancelled(),
            outcome.programs().stream().allMatch(one -> one.failed().isEmpty()))
        .tell(wiring.terminal());
  }

  private IterationRunner.Outcome execute(IterationRequest request) {
    try (var progress = new IterationProgress(wiring);
        var runner = new IterationRunner(wiring.machine(), request, progress)) {
      return runner.execute();
    }
  }

  private static Path writeReport(IterationRunner.Outcome outcome, Path into) {
    Path report = into.resolve(LinkedPage.ITERATIONS.file());
    try {
      Files.writeString(
          report,
          IterationsPage.of(
              outcome.suite().name(), outcome.machine(), outcome.programs(), outcome.remarks()));
      ResultPages.link(into);
      return report;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The report %s could not be written: %s".formatted(report, e), e);
    }
  }
}
