package dev.assay.sandbox.cgroup;

import org.jspecify.annotations.Nullable;

/// What a group has used since it was made. Absent means that this host does not count it.
///
/// @param peakChargedBytes highest charge, page cache included
/// @param fileBytes page cache charged now, shared memory left out
/// @param throttledPeriods periods in which a quota held it back
/// @param pageFaults minor and major ones
/// @param refusedForks processes and threads that were refused for the group's limit
/// @param oomKills processes that the kernel killed for this group's memory limit
public record GroupUsage(
    @Nullable Long cpuNanos,
    @Nullable Long cpuUserNanos,
    @Nullable Long cpuSystemNanos,
    @Nullable Long peakChargedBytes,
    @Nullable Long fileBytes,
    @Nullable Long oomKills,
    @Nullable Long blockReadBytes,
    @Nullable Long blockWriteBytes,
    @Nullable Long cpuPressureNanos,
    @Nullable Long ioPressureNanos,
    @Nullable Long memoryPressureNanos,
    @Nullable Long throttledNanos,
    @Nullable Long throttledPeriods,
    @Nullable Long pageFaults,
    @Nullable Long majorPageFaults,
    @Nullable Long peakProcesses,
    @Nullable Long refusedForks) {}
