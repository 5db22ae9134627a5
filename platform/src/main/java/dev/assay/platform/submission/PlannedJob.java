package dev.assay.platform.submission;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job of a submission.
///
/// @param submission id
/// @param commit that it measures
/// @param version of the bundle
/// @param state as in `queued`
/// @param stateReason a sentence; absent when there is nothing to say
public record PlannedJob(
    String id,
    String submission,
    String commit,
    String version,
    boolean isRanked,
    String state,
    @Nullable String stateReason,
    Instant createdAt,
    @Nullable Instant endedAt) {}
