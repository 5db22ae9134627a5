package dev.assay.platform.run;

import dev.assay.core.run.Run;

/// A file of a run.
///
/// @param run without points
/// @param name as the run names it, as in `logs/build.log`
/// @param blob SHA-256 of its content
/// @param bytes its size
public record RunFile(RunSummary summary, Run run, String name, String blob, long bytes) {}
