package dev.assay.platform.run;

import dev.assay.core.run.CaseKind;
import dev.assay.core.run.Status;
import dev.assay.platform.run.RunRepository.CaseRow;
import dev.assay.platform.run.RunRepository.VerdictRow;
import java.util.function.Consumer;

/// Points and cases as CSV.
final class RunTables {
  static final String POINTS_HEADER =
      Csv.row(
          "run",
          "benchmark",
          "bundle_version",
          "implementation",
          "commit",
          "machine_class",
          "state",
          "point",
          "verdict",
          "reason",
          "cases_ok",
          "cases_all",
          "score",
          "is_suspect",
          "is_ranked",
          "judged_by");

  static final String CASES_HEADER =
      Csv.row("run", "point", "case", "seed", "kind", "status", "seconds", "score");

  private static final CaseKind[] KINDS = CaseKind.values();
  private static final Status[] STATUSES = Status.values();

  private RunTables() {}

  static void points(RunRepository runs, RunRow run, Consumer<String> out) {
    for (VerdictRow one : runs.verdicts(run.key())) {
      out.accept(
          Csv.row(
              run.id(),
              run.benchmark(),
              run.version(),
              run.implementationName(),
              run.commit(),
              run.machineClass(),
              run.state(),
              one.point(),
              one.verdict().outcome().text(),
              one.verdict().reason(),
              one.casesOk(),
              one.casesAll(),
              one.score(),
              one.isSuspect(),
              one.isRanked(),
              one.version()));
    }
  }

  static void cases(RunRepository runs, RunRow run, Consumer<String> out) {
    runs.forEachCase(run.key(), one -> out.accept(row(run, one)));
  }

  private static String row(RunRow run, CaseRow one) {
    return Csv.row(
        run.id(),
        one.point(),
        one.caseNo(),
        one.seed(),
        KINDS[one.kind()].text(),
        STATUSES[one.status()].text(),
        one.seconds(),
        one.score());
  }
}
