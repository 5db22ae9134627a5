package dev.assay.cli;

import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import java.util.Map;

/// A closed run with the verdicts of its points.
record JudgedRun(Run run, Map<String, Verdict> verdicts) {
  static JudgedRun of(Run run) {
    return new JudgedRun(run, RunJudge.judge(run));
  }

  /// The exit code that says how it went (DESIGN section 10).
  int exitCode() {
    if (run.state() == RunState.PLATFORM_ERROR || run.state() == RunState.CANCELLED) {
      return 4;
    }
    if (run.points().stream().anyMatch(point -> point.bundleError() != null)) {
      return 3;
    }
    return verdicts.values().stream().allMatch(verdict -> verdict.outcome() == Verdict.Outcome.PASS)
        ? 0
        : 1;
  }
}
