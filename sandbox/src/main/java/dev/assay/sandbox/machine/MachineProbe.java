package dev.assay.sandbox.machine;

import dev.assay.sandbox.kernel.ClockAdjustment;
import java.nio.file.Path;
import java.util.Optional;

/// What no file of /proc and /sys tells of a machine. Empty where it cannot be told.
public interface MachineProbe {
  /// How the clock is being steered.
  Optional<ClockAdjustment> clockAdjustment();

  /// What the monotonic clock is worth.
  Optional<MonotonicClock> monotonicClock();

  /// Bytes that may still be written to the disk that a folder lies on, or would.
  Optional<Long> freeBytes(Path folder);

  /// @param resolutionNanos the smallest step that the kernel claims (clock_getres(2))
  /// @param readingNanos what one reading costs, at the median
  record MonotonicClock(long resolutionNanos, double readingNanos) {}
}
