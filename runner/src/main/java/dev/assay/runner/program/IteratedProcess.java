package dev.assay.runner.program;

import dev.assay.core.iterate.IterationStatus;
import dev.assay.core.iterate.Stamps;
import dev.assay.core.run.Ending;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.sandbox.Cancellation;
import org.jspecify.annotations.Nullable;

/// What came of one process that iterated.
///
/// @param remark why it is not ok, as a sentence; absent when it is
/// @param stamps in nanoseconds since right before it was ordered to start
public record IteratedProcess(
    IterationStatus status,
    @Nullable String remark,
    Stamps stamps,
    ProgramMeasurement measurement) {
  private Ending ending() {
    return measurement.process().ending();
  }

  /// Whether it was ended by the wish to stop.
  public boolean isCancelled() {
    return ending() instanceof Ending.Stopped(String reason) && reason.equals(Cancellation.REASON);
  }

  public boolean isPlatformAtFault() {
    return ending() instanceof Ending.SandboxFailed;
  }
}
