package dev.assay.platform.run;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.statistics.Interval;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A point of a run with all its cases.
///
/// @param state of the run
/// @param interval of the score's median over all seeds; absent for fewer than six values
/// @param remarks what the numbers do not tell: drift, groups, disturbed cases
/// @param verdicts newest first; more than one when it was judged again
/// @param decisions of people about what is suspect, newest first
/// @param result absent while the point is not through
/// @param measured cases that were measured, as long as the point is not through; not verified
public record PointView(
    String run,
    String state,
    String point,
    String implementationName,
    String commit,
    String machineClass,
    @Nullable Double score,
    @Nullable Interval interval,
    List<String> remarks,
    List<JudgedVerdict> verdicts,
    List<Decision> decisions,
    @Nullable PointResult result,
    List<MeasuredCase> measured) {
  public PointView {
    remarks = List.copyOf(remarks);
    verdicts = List.copyOf(verdicts);
    decisions = List.copyOf(decisions);
    measured = List.copyOf(measured);
  }

  /// @param version of the bundle whose verifier and bar judged
  /// @param rejudging id of the set; absent as it was measured
  public record JudgedVerdict(
      Verdict verdict,
      String version,
      @Nullable String rejudging,
      @Nullable Double score,
      boolean isSuspect,
      boolean isRanked,
      Instant judgedAt) {}

  public record Decision(boolean isCleared, String reason, String decidedBy, Instant decidedAt) {}

  /// @param process of the point: 0 for the first, then its retries
  public record MeasuredCase(int process, CaseResult result) {}
}
