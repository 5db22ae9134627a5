package dev.assay.cli;

import dev.assay.cli.view.SuiteTable;
import dev.assay.runner.suite.SuiteRequest;
import dev.assay.runner.suite.SuiteRunner;

/// Measures a suite, prints the table and writes the report.
final class SuiteMeasuring {
  private final Wiring wiring;

  SuiteMeasuring(Wiring wiring) {
    this.wiring = wiring;
  }

  /// @return 0 when every program did every workload, else 1
  int measure(SuiteRequest request) {
    SuiteRunner.Outcome outcome = execute(request);
    return new SuiteEnding(
            SuiteTable.of(outcome.suite(), outcome.entries()),
            new SuiteReportFolder(request.results()).write(outcome),
            outcome.remarks(),
            outcome.cancelled(),
            outcome.entries().stream().allMatch(entry -> entry.row().isOk()))
        .tell(wiring.terminal());
  }

  private SuiteRunner.Outcome execute(SuiteRequest request) {
    try (var progress = new SuiteProgress(wiring);
        var runner = new SuiteRunner(wiring.machine(), request, progress)) {
      return runner.execute();
    }
  }
}
