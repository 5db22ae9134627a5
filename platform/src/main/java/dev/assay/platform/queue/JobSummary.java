package dev.assay.platform.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job in a list.
///
/// @param stateReason a sentence; absent when there is nothing to say
/// @param version of the bundle
/// @param implementation name; absent for a job of no implementation
/// @param author name of the account that it was queued for
/// @param isRanked whether it covers the bar's points and whole sample
/// @param attempt of the newest lease; 0 before the first
/// @param isCancelRequested whether somebody wants it cancelled
public record JobSummary(
    String id,
    JobKind kind,
    JobState state,
    @Nullable String stateReason,
    String benchmark,
    String version,
    @Nullable String implementation,
    @Nullable String submission,
    String author,
    boolean isRanked,
    int priority,
    int attempt,
    boolean isCancelRequested,
    Instant createdAt,
    @Nullable Instant endedAt) {}
