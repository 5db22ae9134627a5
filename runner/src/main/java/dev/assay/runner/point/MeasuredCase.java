package dev.assay.runner.point;

import dev.assay.core.judge.PointWindowCheck;
import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A case after its measurement and before its verification. `OK` means: answered, and not yet
/// judged.
public record MeasuredCase(
    DueCase due,
    Status status,
    @Nullable Cause cause,
    @Nullable CaseEnding ending,
    @Nullable Double seconds,
    @Nullable Long bracketNanos,
    Metered metered,
    @Nullable Answer answer,
    String note,
    List<Suspicion> suspicions) {
  public MeasuredCase {
    suspicions = List.copyOf(suspicions);
  }

  /// What the meter says of one case; absent is what it does not say.
  ///
  /// @param cpuNanos CPU time of the tree from hand-over to the answer, or until it was dead
  /// @param cpuBeforeNanos CPU time of the tree between the case before and the hand-over
  /// @param noise what else went on from hand-over to the answer, or until the tree was dead
  public record Metered(
      @Nullable Long cpuNanos, @Nullable Long cpuBeforeNanos, @Nullable CaseNoise noise) {
    public static final Metered NOTHING = new Metered(null, null, null);
  }

  /// A case that was due when the process ended.
  static MeasuredCase ended(
      DueCase due, EndingRule.Charge charge, CaseEnding ending, Metered metered) {
    return new MeasuredCase(
        due, charge.status(), charge.cause(), ending, null, null, metered, null, "", List.of());
  }

  /// The same case with what was taken from `out/`.
  public MeasuredCase withAnswer(Answer taken) {
    return new MeasuredCase(
        due, status, cause, ending, seconds, bracketNanos, metered, taken, note, suspicions);
  }

  /// The same measurement with how a stage after it ended. A case that is lost there has no window.
  public MeasuredCase endedLater(MeasuredCase later) {
    boolean lost = later.status == Status.LOST;
    return new MeasuredCase(
        due,
        later.status,
        later.cause,
        later.ending,
        lost ? null : seconds,
        lost ? null : bracketNanos,
        lost ? Metered.NOTHING : metered,
        answer,
        later.note,
        suspicions);
  }

  /// The same with another verdict of the runner's.
  public MeasuredCase refused(Status refusal, Cause why) {
    return new MeasuredCase(
        due, refusal, why, ending, seconds, bracketNanos, metered, answer, note, suspicions);
  }

  /// A case that ended before its window: nothing of it was measured.
  public MeasuredCase withoutWindow() {
    return new MeasuredCase(
        due, status, cause, ending, null, null, Metered.NOTHING, null, note, suspicions);
  }

  /// A case whose turn never came.
  public static MeasuredCase lost(DueCase due, Cause why) {
    return new MeasuredCase(
        due, Status.LOST, why, null, null, null, Metered.NOTHING, null, "", List.of());
  }

  /// What holds its window against the other cases'; empty when it was not answered in time.
  public Optional<PointWindowCheck.CaseTiming> timing() {
    if (status != Status.OK || seconds == null || bracketNanos == null || answer == null) {
      return Optional.empty();
    }
    return Optional.of(
        new PointWindowCheck.CaseTiming(
            Math.round(seconds * 1e9),
            bracketNanos,
            metered.cpuNanos(),
            metered.cpuBeforeNanos(),
            due.inputBytes(),
            answer.bytes()));
  }

  /// Whether its measurement was cut off by a cancelled run.
  public boolean isCancelled() {
    return cause != null && cause.code() == Cause.Code.CANCELLED;
  }

  /// Whether it was answered in full; whether rightly is the verifier's to say.
  public boolean isAnswered() {
    return status == Status.OK && answer != null && answer.isComplete();
  }
}
