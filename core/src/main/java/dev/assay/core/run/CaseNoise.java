package dev.assay.core.run;

import org.jspecify.annotations.Nullable;

/// What went on around one case between its hand-over and its answer, besides its own CPU time.
/// Absent means that this machine's kernel does not say, never zero.
///
/// @param cpuPressureNanos time in which at least one task of the program waited for a processor
///   (`cpu.pressure`, some)
/// @param ioPressureNanos time in which at least one of its tasks waited for IO
/// @param memoryPressureNanos time in which at least one of its tasks waited for memory
/// @param stealNanos time that the hypervisor took from the measured processors (`/proc/stat`), in
///   steps of 10 ms
/// @param throttledPeriods periods in which a quota held the program back (`nr_throttled`)
/// @param voluntarySwitches times that its living threads gave up the processor
/// @param involuntarySwitches times that it was taken from them
/// @param pageFaults of the program, minor and major
/// @param majorPageFaults those that read from a disk
/// @param otherCpuNanos CPU time of everything else on the measured processors, as far as it
///   certainly lay within the bracket
/// @param machineCpuNanos CPU time of everything else on all processors, the runner itself included
public record CaseNoise(
    @Nullable Long cpuPressureNanos,
    @Nullable Long ioPressureNanos,
    @Nullable Long memoryPressureNanos,
    @Nullable Long stealNanos,
    @Nullable Long throttledPeriods,
    @Nullable Long voluntarySwitches,
    @Nullable Long involuntarySwitches,
    @Nullable Long pageFaults,
    @Nullable Long majorPageFaults,
    @Nullable Long otherCpuNanos,
    @Nullable Long machineCpuNanos) {}
