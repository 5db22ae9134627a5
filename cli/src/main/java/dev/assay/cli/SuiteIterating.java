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
    return finish(execute(request), request.results());
  }

  private IterationRunner.Outcome execute(IterationRequest request) {
    try (var progress = new IterationProgress(wiring);
        var runner = new IterationRunner(wiring.machine(), request, progress)) {
      return runner.execute();
    }
  }

  private int finish(IterationRunner.Outcome outcome, Path into) {
    var out = wiring.terminal().out();
    IterationTable.of(outcome.programs()).forEach(out::println);
    out.println();
    out.println("report: " + writeReport(outcome, into));
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

  private static boolean isAllRight(IterationRunner.Outcome outcome) {
    return !outcome.cancelled()
        && outcome.remarks().isEmpty()
        && outcome.programs().stream().allMatch(one -> one.failed().isEmpty());
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
