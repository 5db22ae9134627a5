package dev.assay.sandbox;

import dev.assay.core.run.CaseNoise;
import org.jspecify.annotations.Nullable;

/// The meter of a process tree and of its machine at one moment. All counters only grow; absent
/// means that this host does not count it.
///
/// @param atNanos `System.nanoTime()` when the CPU time was read
/// @param cpuNanos CPU time of the whole tree
/// @param stealNanos time that the hypervisor took from the measured processors
/// @param coresBusyNanos CPU time of everything on the measured processors
/// @param machineBusyNanos CPU time of everything on all processors
public record MeterReading(
    long atNanos,
    long cpuNanos,
    @Nullable Long cpuPressureNanos,
    @Nullable Long ioPressureNanos,
    @Nullable Long memoryPressureNanos,
    @Nullable Long stealNanos,
    @Nullable Long throttledPeriods,
    @Nullable Long voluntarySwitches,
    @Nullable Long involuntarySwitches,
    @Nullable Long pageFaults,
    @Nullable Long majorPageFaults,
    @Nullable Long coresBusyNanos,
    @Nullable Long machineBusyNanos) {
  /// What happened between an earlier reading and this one.
  public CaseNoise since(MeterReading earlier) {
    return since(earlier, 0);
  }

  /// What happened between an earlier reading and this one, around a stretch that lies between
  /// them. Other work on the measured processors counts as far as it certainly lay within the
  /// stretch: a reading takes as long as a short case, and whatever runs meanwhile is nothing to
  /// it.
  ///
  /// @param stretchNanos length of the stretch
  /// @param processors how many are measured on
  public CaseNoise around(long stretchNanos, MeterReading earlier, int processors) {
    return since(earlier, Math.max(0, atNanos - earlier.atNanos - stretchNanos) * processors);
  }

  private CaseNoise since(MeterReading earlier, long uncertainNanos) {
    long own = cpuNanos - earlier.cpuNanos;
    return new CaseNoise(
        grown(earlier.cpuPressureNanos, cpuPressureNanos),
        grown(earlier.ioPressureNanos, ioPressureNanos),
        grown(earlier.memoryPressureNanos, memoryPressureNanos),
        grown(earlier.stealNanos, stealNanos),
        grown(earlier.throttledPeriods, throttledPeriods),
        grownOfLiving(earlier.voluntarySwitches, voluntarySwitches),
        grownOfLiving(earlier.involuntarySwitches, involuntarySwitches),
        grown(earlier.pageFaults, pageFaults),
        grown(earlier.majorPageFaults, majorPageFaults),
        without(own + uncertainNanos, grown(earlier.coresBusyNanos, coresBusyNanos)),
        without(own, grown(earlier.machineBusyNanos, machineBusyNanos)));
  }

  private static @Nullable Long grown(@Nullable Long before, @Nullable Long after) {
    return before == null || after == null ? null : Math.max(0, after - before);
  }

  /// Of living threads. Absent when the sum fell, since then some of them have ended.
  private static @Nullable Long grownOfLiving(@Nullable Long before, @Nullable Long after) {
    return before == null || after == null || after < before ? null : after - before;
  }

  private static @Nullable Long without(long own, @Nullable Long all) {
    return all == null ? null : Math.max(0, all - own);
  }
}
