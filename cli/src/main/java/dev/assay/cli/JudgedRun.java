package dev.assay.cli;

import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.runner.job.RunFolder;
import java.util.Map;

/// A closed run with the verdicts of its points.
///
/// @param run with its answers held against the reference's, where its bundle asks for that
record JudgedRun(Run run, Map<String, Verdict> verdicts) {
  static JudgedRun of(Run run) {
    return new JudgedRun(run, RunJudge.judge(run));
  }

  /// Judges a run as its bundle asks, where other runs lie beside it.
  static JudgedRun of(Run run, RunFolder folder) {
    return of(ReferenceRuns.answersFor(run, folder).hold(run));
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
