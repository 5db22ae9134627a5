package dev.assay.core.run;

import org.jspecify.annotations.Nullable;

/// What one process tree cost, as the kernel accounted it in a control group of its own. Never
/// rounded; absent means that this machine's kernel does not say, never zero.
///
/// @param wallNanos from exec to the end of the first process, on CLOCK_MONOTONIC in the launcher
/// @param cpuNanos user plus system time of every process of the tree
/// @param cpuUserNanos user time of the tree
/// @param cpuSystemNanos system time of the tree
/// @param peakMemoryBytes highest anonymous, shared and kernel memory of the tree; see
///   docs/measuring.md for its bounds
/// @param peakChargedBytes highest charge of the control group, page cache included (`memory.peak`)
/// @param pageCacheBytes file pages charged to the group at the end
/// @param blockReadBytes read from block devices
/// @param blockWriteBytes written to block devices
/// @param cpuPressureNanos time in which at least one task waited for a processor (`cpu.pressure`,
///   some)
/// @param ioPressureNanos time in which at least one task waited for IO
/// @param memoryPressureNanos time in which at least one task waited for memory
/// @param voluntarySwitches times that its threads gave up the processor, those that nobody waited
///   for left out
/// @param involuntarySwitches times that it was taken from them
/// @param pageFaults of the whole tree, minor and major
/// @param majorPageFaults those that read from a disk
/// @param peakProcesses most processes and threads at once (`pids.peak`), where the kernel counts
///   it
public record Cost(
    long wallNanos,
    @Nullable Long cpuNanos,
    @Nullable Long cpuUserNanos,
    @Nullable Long cpuSystemNanos,
    @Nullable Long peakMemoryBytes,
    @Nullable Long peakChargedBytes,
    @Nullable Long pageCacheBytes,
    @Nullable Long blockReadBytes,
    @Nullable Long blockWriteBytes,
    @Nullable Long cpuPressureNanos,
    @Nullable Long ioPressureNanos,
    @Nullable Long memoryPressureNanos,
    @Nullable Long voluntarySwitches,
    @Nullable Long involuntarySwitches,
    @Nullable Long pageFaults,
    @Nullable Long majorPageFaults,
    @Nullable Long peakProcesses) {}
