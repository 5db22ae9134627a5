package dev.assay.runner.testkit;

import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.RunFolder;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// A closed run with its verdicts, looked up by point.
public final class MeasuredRun {
  private final JobRunner.Outcome outcome;
  private final Map<String, PointResult> points;
  private final Map<String, Verdict> verdicts;

  public MeasuredRun(JobRunner.Outcome outcome) {
    this.outcome = outcome;
    points =
        outcome.run().points().stream()
            .collect(Collectors.toMap(PointResult::point, point -> point));
    verdicts = RunJudge.judge(outcome.run());
  }

  public Run run() {
    return outcome.run();
  }

  public RunFolder folder() {
    return outcome.folder();
  }

  public PointResult point(String name) {
    return Objects.requireNonNull(points.get(name), () -> "no point %s".formatted(name));
  }

  public Verdict verdict(String name) {
    return Objects.requireNonNull(verdicts.get(name), () -> "no point %s".formatted(name));
  }

  /// The statuses of a point's cases in order, as in `ok crashed lost`.
  public String statuses(String name) {
    return point(name).cases().stream()
        .map(one -> one.status().text())
        .collect(Collectors.joining(" "));
  }

  /// The first cause at a point, as in `exit: exited with code 3`; empty when every case is ok.
  public String cause(String name) {
    return point(name).cases().stream()
        .map(CaseResult::cause)
        .filter(Objects::nonNull)
        .findFirst()
        .map(MeasuredRun::text)
        .orElse("");
  }

  private static String text(Cause cause) {
    return "%s: %s".formatted(cause.code().text(), cause.text());
  }
}
