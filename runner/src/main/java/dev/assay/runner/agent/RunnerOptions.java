package dev.assay.runner.agent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How long a runner works.
///
/// @param once whether it ends after one job
/// @param exitWhenIdle how long it waits for a job before it ends; absent for ever
public record RunnerOptions(boolean once, @Nullable Duration exitWhenIdle) {}
