package dev.assay.core.judge;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.Status;
import java.util.List;

/// Which of several measurements of a case counts. Decided by statuses and by what other work did,
/// never by the windows, and before any of them is known.
///
/// A disturbance may excuse a time, never an answer: the first attempt that is not ok counts. When
/// all are ok, the first undisturbed one does, else the last. A warm-up case is measured again for
/// warmth alone, so of it the first attempt counts unless one is not ok.
public final class AttemptRule {
  private AttemptRule() {}

  /// @param attempts in the order in which they were made, with their final statuses
  /// @return the place of the one that counts
  /// @throws IllegalArgumentException when there is none
  public static int placeOfCounting(CaseKind kind, List<CaseAttempt> attempts) {
    if (attempts.isEmpty()) {
      throw new IllegalArgumentException("a case without a measurement");
    }
    for (int place = 0; place < attempts.size(); place++) {
      if (attempts.get(place).status() != Status.OK) {
        return place;
      }
    }
    if (kind == CaseKind.WARMUP) {
      return 0;
    }
    for (int place = 0; place < attempts.size(); place++) {
      if (!Disturbance.isDisturbed(attempts.get(place))) {
        return place;
      }
    }
    return attempts.size() - 1;
  }
}
