package dev.assay.runner.point;

import dev.assay.core.run.Cause;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A case after its measurement and before its verification. `OK` means: answered, and not yet
/// judged.
record MeasuredCase(
    DueCase due,
    Status status,
    @Nullable Cause cause,
    @Nullable Double seconds,
    @Nullable Long bracketNanos,
    @Nullable Long cpuNanos,
    @Nullable Long cpuBeforeNanos,
    @Nullable Answer answer,
    String note,
    List<Suspicion> suspicions) {
  MeasuredCase {
    suspicions = List.copyOf(suspicions);
  }

  /// A case without a window.
  static MeasuredCase ended(DueCase due, Status status, Cause cause) {
    return new MeasuredCase(due, status, cause, null, null, null, null, null, "", List.of());
  }

  /// The same case with what was taken from `out/`.
  MeasuredCase withAnswer(Answer taken) {
    return new MeasuredCase(
        due,
        status,
        cause,
        seconds,
        bracketNanos,
        cpuNanos,
        cpuBeforeNanos,
        taken,
        note,
        suspicions);
  }

  /// A case whose turn never came.
  static MeasuredCase lost(DueCase due, Cause why) {
    return ended(due, Status.LOST, why);
  }

  /// Whether its measurement was cut off by a cancelled run.
  boolean isCancelled() {
    return cause != null && cause.code() == Cause.Code.CANCELLED;
  }
}
