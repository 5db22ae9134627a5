package dev.assay.platform.queue;

import org.jspecify.annotations.Nullable;

/// A job that is to be queued.
///
/// @param authorKey account that it is queued for
/// @param submissionKey of kind `measure`; absent otherwise
/// @param rejudgeItemKey of kind `rejudge`; absent otherwise
/// @param isRanked whether it covers the bar's points and whole sample
/// @param document core.job.Job as JSON; never changes
/// @param hash SHA-256 of the document, hex
/// @param priority 0 unless an operator decided otherwise; the higher, the earlier
public record NewJob(
    JobKind kind,
    long benchmarkKey,
    long bundleVersionKey,
    long authorKey,
    @Nullable Long submissionKey,
    @Nullable Long rejudgeItemKey,
    boolean isRanked,
    String document,
    String hash,
    Demand demand,
    int priority) {}
