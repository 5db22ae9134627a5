package dev.assay.platform.judge;

import dev.assay.core.job.Job;
import dev.assay.core.run.Window;

/// What verdicts of a run are recorded for.
///
/// @param runKey of the run
/// @param bundleVersionKey of the version whose verifier and bar judge
/// @param job with that bar
public record JudgedRun(
    long runKey,
    long implementationKey,
    long bundleVersionKey,
    String machineClass,
    Window window,
    Job job) {}
