package dev.assay.core.bundle;

import dev.assay.core.unit.DataSize;
import java.time.Duration;

/// The limits of a solution, per point unless the name says otherwise.
///
/// @param init wall time from start to `ready`
/// @param caseTime wall time of one case, seen from outside
/// @param cpu CPU time of one case, whole tree
/// @param build wall time of the build, per job
/// @param memory of the whole tree, page cache included as the kernel counts it
/// @param cpus cores the process may use
/// @param processes processes and threads; more get EAGAIN
/// @param output bytes in `out/`, all files
/// @param log bytes of standard error that are kept
public record Limits(
    Duration init,
    Duration caseTime,
    Duration cpu,
    Duration build,
    DataSize memory,
    int cpus,
    int processes,
    DataSize output,
    DataSize log) {}
