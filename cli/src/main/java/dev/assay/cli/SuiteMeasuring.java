package dev.assay.cli;

import dev.assay.cli.view.SuiteTable;
import dev.assay.runner.suite.SuiteRequest;
import dev.assay.runner.suite.SuiteRunner;
import java.nio.file.Path;

/// Measures a suite, prints the table and writes the report.
final class SuiteMeasuring {
  private final Wiring wiring;

  SuiteMeasuring(Wiring wiring) {
    this.wiring = wiring;
  }

  /// @return 0 when every program did every workload, else 1
  int measure(SuiteRequest request) {
    return finish(execute(request), request.results());
  }

  private SuiteRunner.Outcome execute(SuiteRequest request) {
    try (var progress = new SuiteProgress(wiring);
        var runner = new SuiteRunner(wiring.machine(), request, progress)) {
      return runner.execute();
    }
  }

  private int finish(SuiteRunner.Outcome outcome, Path into) {
    var out = wiring.terminal().out();
    SuiteTable.of(outcome.suite(), outcome.entries()).forEach(out::println);
    out.println();
    out.println("report: " + new SuiteReportFolder(into).write(outcome));
    out.flush();
    var err = wiring.terminal().err();
    outcome.remarks().forEach(remark -> err.println("remark: " + remark));
    if (outcome.cancelled()) {
      err.println(
          "interrupted; what is measured stays in %s, and --resume-missing measures the rest"
              .formatted(into));
    }
    return isAllRight(outcome) ? 0 : 1;
  }

  private static boolean isAllRight(SuiteRunner.Outcome outcome) {
    return !outcome.cancelled()
        && outcome.remarks().isEmpty()
        && outcome.entries().stream().allMatch(entry -> entry.row().isOk());
  }
}
