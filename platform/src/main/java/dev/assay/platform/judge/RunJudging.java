package dev.assay.platform.judge;

import dev.assay.core.bundle.Point;
import dev.assay.core.job.Job;
import dev.assay.core.judge.PointJudge;
import dev.assay.core.judge.ReferenceAnswers;
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
    if (!run.job().bar().isJudgedByReference()) {
      judgePoint(handle, run, pointNo, point, null);
      return;
    }
    ReferenceRepository.lock(handle, run.bundleVersionKey());
    if (ReferenceAnswers.isReference(run.job())) {
      ReferenceRepository.insert(
          handle, run.bundleVersionKey(), point.point(), run.runKey(), pointNo);
    }
    var answers = ReferenceRepository.answers(handle, run.bundleVersionKey(), point.point());
    judgePoint(handle, run, pointNo, answers.hold(run.job().bar(), point), null);
    if (ReferenceAnswers.isReference(run.job())) {
      judgeWaiting(handle, run, point.point(), answers);
    }
  }

  private static void judgeWaiting(
      Handle handle, JudgedRun reference, String point, ReferenceAnswers answers) {
    for (var waiting : ReferenceRepository.waiting(handle, reference.bundleVersionKey(), point)) {
      Run opened = ReferenceRepository.opened(waiting.opened());
      var run =
          new JudgedRun(
              waiting.runKey(),
              waiting.implementationKey(),
              reference.bundleVersionKey(),
              waiting.machineClass(),
              opened.window(),
              opened.job());
      PointResult held = answers.hold(run.job().bar(), ReferenceRepository.read(waiting.point()));
      Verdict verdict = verdictOf(run, held);
      if (verdict.outcome() != Verdict.Outcome.NOT_JUDGED) {
        VerdictRepository.insert(
            handle,
            run,
            waiting.pointNo(),
            point,
            null,
            reference.runKey(),
            verdict,
            PointFigures.of(run, held, verdict));
      }
    }
  }

  /// The point with its answers held against the reference's, where its bundle asks for that: how
  /// it is shown and compared, not how it was recorded.
  public static PointResult held(Handle handle, long runKey, Job job, PointResult point) {
    return job.bar().isJudgedByReference()
        ? ReferenceRepository.answers(
                handle, ReferenceRepository.versionOf(handle, runKey), point.point())
            .hold(job.bar(), point)
        : point;
  }

  /// @param setKey of the rejudging that it belongs to
  static void judgePoint(
      Handle handle, JudgedRun run, int pointNo, PointResult point, @Nullable Long setKey) {
    Verdict verdict = verdictOf(run, point);
    VerdictRepository.insert(
        handle,
        run,
        pointNo,
        point.point(),
        setKey,
        null,
        verdict,
        PointFigures.of(run, point, verdict));
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
          null,
          Objects.requireNonNull(verdicts.get(name)),
          PointFigures.NONE);
    }
  }
}
