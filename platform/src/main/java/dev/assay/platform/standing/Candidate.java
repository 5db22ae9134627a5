package dev.assay.platform.standing;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The newest run of an implementation at a point on a class of machine.
///
/// @param decision whether a person has cleared it; absent when nobody looked
/// @param decisionReason what that person wrote
/// @param peakMemoryBytes of the solution's process; absent where it is not known
/// @param values the score of each ok case of the sample, by seed
record Candidate(
    long implementationKey,
    String implementation,
    String implementationName,
    String owner,
    long runKey,
    String run,
    int pointNo,
    String commit,
    String outcome,
    String reason,
    int casesOk,
    int casesAll,
    boolean isSuspect,
    boolean isRanked,
    @Nullable Boolean decision,
    @Nullable String decisionReason,
    @Nullable Double score,
    @Nullable Long peakMemoryBytes,
    Map<Long, Double> values) {
  Candidate {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  Candidate withValues(Map<Long, Double> found) {
    return new Candidate(
        implementationKey,
        implementation,
        implementationName,
        owner,
        runKey,
        run,
        pointNo,
        commit,
        outcome,
        reason,
        casesOk,
        casesAll,
        isSuspect,
        isRanked,
        decision,
        decisionReason,
        score,
        peakMemoryBytes,
        found);
  }

  /// Whether a person has to look first, or has looked and found it wrong.
  boolean isHeldBack() {
    return decision == null ? isSuspect : !decision;
  }

  boolean isPassing() {
    return outcome.equals("pass");
  }
}
