package dev.assay.platform.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One lease of a job.
///
/// @param attempt from 1
/// @param runner name
/// @param run id that its run has, if there is one
/// @param confirmedAt absent when no heartbeat came
/// @param outcome `ended`, `lost` or `refused`; absent while the lease holds
/// @param reason why it was lost or refused
public record AttemptView(
    int attempt,
    String runner,
    String run,
    Instant claimedAt,
    @Nullable Instant confirmedAt,
    @Nullable Instant endedAt,
    @Nullable String outcome,
    @Nullable String reason) {}
