package dev.assay.runner.exec;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.ProcessResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One repetition of one command.
///
/// @param command 0 for the first, 1 for the one that it is measured against
/// @param index from 0, warm-ups and the others counted apart
/// @param startedAt right before it was ordered to start
/// @param meteredNanos from its start to the second of the two readings of the machine's counters;
///   more than its wall time
/// @param noise what else went on in the machine between those readings; what the process did
///   itself is from its start. Absent when it never ran
/// @param errorTail the last 2,000 bytes of its standard error, as text
public record Measurement(
    int command,
    int index,
    boolean warmup,
    Instant startedAt,
    ProcessResult process,
    long meteredNanos,
    @Nullable CaseNoise noise,
    String errorTail) {
  /// The noise that certainly fell in the process's wall time: others can have done no more beside
  /// it than the measured processors had time for.
  ///
  /// @param cpus how many those were
  public @Nullable CaseNoise certainNoise(int cpus) {
    if (noise == null) {
      return null;
    }
    long beside = cpus * Math.max(0, meteredNanos - process.cost().wallNanos());
    return new CaseNoise(
        noise.cpuPressureNanos(),
        noise.ioPressureNanos(),
        noise.memoryPressureNanos(),
        less(noise.stealNanos(), beside),
        noise.throttledPeriods(),
        noise.voluntarySwitches(),
        noise.involuntarySwitches(),
        noise.pageFaults(),
        noise.majorPageFaults(),
        less(noise.otherCpuNanos(), beside),
        noise.machineCpuNanos());
  }

  private static @Nullable Long less(@Nullable Long nanos, long beside) {
    return nanos == null ? null : Long.valueOf(Math.max(0, nanos - beside));
  }
}
