package dev.assay.platform.judge;

import dev.assay.core.bundle.Point;
import dev.assay.core.judge.PointJudge;
import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Judges with core's own functions and records what they say, in the caller's transaction.
///
/// A point is judged as soon as it has arrived: its verdict hangs on nothing that comes after, so
/// it holds even when the run never ends. The points that a run did not reach get theirs when it is
/// closed.
public final class RunJudging {
  private RunJudging() {}

  /// @param pointNo place in the job's points
  public static void judgePoint(Handle handle, JudgedRun run, int pointNo, PointResult point) {
    judgePoint(handle, run, pointNo, point, null);
  }

  /// @param setKey of the rejudging that it belongs to
  static void judgePoint(
      Handle handle, JudgedRun run, int pointNo, PointResult point, @Nullable Long setKey) {
    Verdict verdict = verdictOf(run, point);
    VerdictRepository.insert(
        handle, run, pointNo, point.point(), setKey, verdict, PointFigures.of(run, point, verdict));
  }

  static Verdict verdictOf(JudgedRun run, PointResult point) {
    return PointJudge.judge(run.job().bar(), run.job().barSample(), point, "not measured");
  }

  /// Judges what was not reached.
  ///
  /// @param closed without points
  public static void judgeRest(Handle handle, JudgedRun run, Run closed) {
    Map<String, Verdict> verdicts = RunJudge.judge(closed);
    List<Point> points = closed.job().points();
    for (int i = 0; i < points.size(); i++) {
      String name = points.get(i).name();
      VerdictRepository.insert(
          handle,
          run,
          i,
          name,
          null,
          Objects.requireNonNull(verdicts.get(name)),
          PointFigures.NONE);
    }
  }
}
