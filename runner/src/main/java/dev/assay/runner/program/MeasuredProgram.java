package dev.assay.runner.program;

import dev.assay.core.game.Taken;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Status;
import org.jspecify.annotations.Nullable;

/// One measurement of a program, and what came of it.
///
/// @param verify the bundle's `verify`; absent when it was not asked
/// @param bundleFault what the bundle did wrong as it verified, as a sentence; absent when nothing
public record MeasuredProgram(
    CaseResult result,
    ProgramMeasurement measurement,
    @Nullable ProcessResult verify,
    @Nullable String bundleFault) {
  /// As the procedure asks.
  ///
  /// @param workload place of the workload in ascending order, from 0
  public Taken taken(int workload) {
    return new Taken(
        workload,
        measurement.verified(),
        switch (result.status()) {
          case OK -> Taken.Result.RIGHT;
          case TIMEOUT -> Taken.Result.TIMED_OUT;
          case WRONG, CRASHED, OOM, LOST -> Taken.Result.FAILED;
        },
        measurement.process().cost().wallNanos());
  }

  /// Whether it was cut off by a cancelled run.
  public boolean isCancelled() {
    return isCausedBy(Cause.Code.CANCELLED);
  }

  /// Whether the sandbox failed.
  public boolean isPlatformAtFault() {
    return isCausedBy(Cause.Code.PLATFORM);
  }

  private boolean isCausedBy(Cause.Code code) {
    Cause cause = result.cause();
    return result.status() != Status.OK && cause != null && cause.code() == code;
  }
}
