package dev.assay.platform.judge;

import dev.assay.core.judge.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A set of runs that a new verifier judges again.
///
/// @param version of the bundle whose verifier and bar judge
/// @param state `judging` while runners are at it, `ready` to be applied or dropped, `applied`,
///   `dropped`
/// @param runs how many there are
/// @param judged runs that are through
/// @param unchanged points whose verdict would stay as it is
/// @param changes verdicts that would change
/// @param failures runs that could not be judged again, and why: other inputs, missing answers
public record RejudgingView(
    String id,
    String benchmark,
    String version,
    String state,
    Instant createdAt,
    @Nullable Instant decidedAt,
    int runs,
    int judged,
    int unchanged,
    List<Change> changes,
    List<Failure> failures) {
  public RejudgingView {
    changes = List.copyOf(changes);
    failures = List.copyOf(failures);
  }

  /// A verdict that would change.
  ///
  /// @param before newest verdict of the run's point
  /// @param after what the new verifier and bar say
  public record Change(
      String run, String implementation, String point, Verdict before, Verdict after) {}

  public record Failure(String run, String reason) {}
}
