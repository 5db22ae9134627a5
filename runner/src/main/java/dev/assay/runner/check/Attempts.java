package dev.assay.runner.check;

import dev.assay.core.judge.AttemptRule;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The measurements of cases that were measured again, as a run records them.
final class Attempts {
  private Attempts() {}

  /// What one process is recorded to have answered to a case.
  ///
  /// @param verification absent when the verifier did not judge it
  record Answered(
      int index,
      Status status,
      @Nullable Verification verification,
      Map<String, String> outputHashes) {}

  /// What a process of the point answered.
  ///
  /// @param process 0 for the first, then 1, 2, … for its retries
  static List<Answered> answered(List<CaseResult> cases, int process) {
    var answered = new ArrayList<Answered>();
    for (CaseResult one : cases) {
      if (one.attempts().isEmpty() && process == 0) {
        answered.add(
            new Answered(one.index(), one.status(), one.verification(), one.outputHashes()));
      }
      for (CaseAttempt attempt : one.attempts()) {
        if (attempt.process() == process) {
          answered.add(
              new Answered(
                  one.index(), attempt.status(), attempt.verification(), attempt.outputHashes()));
        }
      }
    }
    return answered;
  }

  /// Whether in each case the attempt counts that the rule makes count, and the case's own numbers
  /// are those of that attempt.
  static Finding check(String what, List<CaseResult> cases) {
    var wrong = new ArrayList<String>();
    int checked = 0;
    for (CaseResult one : cases) {
      if (one.attempts().isEmpty()) {
        continue;
      }
      checked++;
      int counting = AttemptRule.placeOfCounting(one.kind(), one.attempts());
      for (int place = 0; place < one.attempts().size(); place++) {
        if (one.attempts().get(place).counts() != (place == counting)) {
          wrong.add(
              "of case %d attempt %d counts by the rule, which the run says otherwise"
                  .formatted(one.index(), counting + 1));
          break;
        }
      }
      if (!asAttempt(one, one.attempts().get(counting)).equals(one.attempts().get(counting))) {
        wrong.add(
            "the numbers of case %d are not those of attempt %d"
                .formatted(one.index(), counting + 1));
      }
    }
    return wrong.isEmpty()
        ? Finding.pass(
            what, "of %d cases that were measured again the right one counts".formatted(checked))
        : Finding.fail(what, String.join("; ", wrong));
  }

  /// The case's own numbers, written as that attempt.
  private static CaseAttempt asAttempt(CaseResult one, CaseAttempt attempt) {
    return new CaseAttempt(
        attempt.counts(),
        attempt.process(),
        one.status(),
        one.cause(),
        one.ending(),
        one.seconds(),
        one.bracketNanos(),
        one.cpuNanos(),
        one.cpuBeforeNanos(),
        one.noise(),
        one.verification(),
        one.outputHashes());
  }
}
