package dev.assay.cli;

import java.nio.file.Path;
import java.util.List;

/// How a command on a suite ends: what came of it, where the report is, what there is to say.
///
/// @param lines for standard output
/// @param report the file
/// @param remarks as sentences
/// @param isCancelled whether it was interrupted
/// @param isAllRight whether everything that was measured is as it should be
record SuiteEnding(
    List<String> lines,
    Path report,
    List<String> remarks,
    boolean isCancelled,
    boolean isAllRight) {
  SuiteEnding {
    lines = List.copyOf(lines);
    remarks = List.copyOf(remarks);
  }

  /// @return the exit code: 0 when there is nothing to say against anything, else 1
  int tell(Terminal terminal) {
    var out = terminal.out();
    lines.forEach(out::println);
    out.println();
    out.println("report: " + report);
    if (!isAllRight) {
      out.println("what builds and programs said: " + report.resolveSibling("logs"));
    }
    out.flush();
    var err = terminal.err();
    remarks.forEach(remark -> err.println("remark: " + remark));
    if (isCancelled) {
      err.println(
          "interrupted; what is measured stays in %s, and --resume-missing measures the rest"
              .formatted(report.getParent()));
    }
    return isAllRight && !isCancelled && remarks.isEmpty() ? 0 : 1;
  }
}
