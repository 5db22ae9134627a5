package dev.assay.core.run;

import org.jspecify.annotations.Nullable;

/// What an ending was decided from: counters of the process's own control group, which starts
/// empty.
///
/// @param oomKills processes of the group that the kernel killed for memory; absent where the
///   kernel does not count them
/// @param memoryLimitBytes the limit in force
/// @param chargedPeakBytes highest charge of the group, page cache included; absent where it is not
///   counted
/// @param killedBy who sent the kill: `runner`, `kernel`, or absent when nobody did
/// @param leftBehind processes that were still alive when the first one had ended, and were killed
/// @param exitCode raw exit code of the first process; absent when it died of a signal
/// @param signal raw signal of the first process; absent when it exited
/// @param refusedForks processes and threads that it could not start since it had as many as it may
///   (`pids.events`); nobody is ended for that. Absent where the kernel does not count them
public record Evidence(
    @Nullable Long oomKills,
    long memoryLimitBytes,
    @Nullable Long chargedPeakBytes,
    @Nullable String killedBy,
    int leftBehind,
    @Nullable Integer exitCode,
    @Nullable Integer signal,
    @Nullable Long refusedForks) {}
