package dev.assay.platform.judge;

import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.encrypted.EncryptedRanking;
import dev.assay.core.judge.Summary;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Window;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands beside a verdict, so that lists and standings need not read documents.
///
/// @param isSuspect whether something of the point asks for a second look
/// @param isRanked whether the full sample was judged, on a clock that the bundle ranks
/// @param score folded as the bundle says; absent without a value
public record PointFigures(
    int casesOk, int casesAll, boolean isSuspect, boolean isRanked, @Nullable Double score) {
  static final PointFigures NONE = new PointFigures(0, 0, false, false, null);

  static PointFigures of(JudgedRun run, PointResult point, Verdict verdict) {
    List<CaseResult> cases = point.cases();
    return new PointFigures(
        (int) cases.stream().filter(one -> one.status() == Status.OK).count(),
        cases.size(),
        isSuspect(point),
        verdict.outcome() != Verdict.Outcome.NOT_JUDGED && isRankedClock(run),
        score(run.job().score(), cases));
  }

  private static boolean isSuspect(PointResult point) {
    return !point.suspicions().isEmpty()
        || point.cases().stream().anyMatch(one -> !one.suspicions().isEmpty());
  }

  private static boolean isRankedClock(JudgedRun run) {
    if (EncryptedRanking.whyNever(run.job().encrypted()).isPresent()) {
      return false;
    }
    return run.window() != Window.SELF_REPORTED
        || run.job().score().selfReported() == SelfReported.RANKED;
  }

  private static @Nullable Double score(Score score, List<CaseResult> cases) {
    var folded = Summary.of(score, CaseKind.SAMPLE, cases).fold(score.fold());
    return folded.isPresent() && Double.isFinite(folded.getAsDouble())
        ? folded.getAsDouble()
        : null;
  }
}
