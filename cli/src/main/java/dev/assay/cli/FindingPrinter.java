package dev.assay.cli;

import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.check.Finding;
import java.util.List;

/// Prints what a check found.
final class FindingPrinter {
  private final Terminal terminal;

  FindingPrinter(Terminal terminal) {
    this.terminal = terminal;
  }

  /// All findings, and a last line that counts them.
  ///
  /// @return the exit code, 1 when something does not hold
  int print(List<Finding> findings, boolean json) {
    if (json) {
      terminal.out().print(JsonCodec.toJson(findings));
      terminal.out().flush();
    } else {
      findings.forEach(this::print);
    }
    return sum(findings, json);
  }

  void print(Finding finding) {
    terminal
        .out()
        .println(
            "%s  %s: %s"
                .formatted(finding.passed() ? "ok  " : "FAIL", finding.what(), finding.detail()));
  }

  /// The last line and the exit code.
  int sum(List<Finding> findings, boolean json) {
    long failed = findings.stream().filter(finding -> !finding.passed()).count();
    if (!json) {
      terminal
          .out()
          .println(
              failed == 0
                  ? "%d checks, all hold".formatted(findings.size())
                  : "%d of %d checks do not hold".formatted(failed, findings.size()));
    }
    return failed == 0 ? 0 : 1;
  }
}
