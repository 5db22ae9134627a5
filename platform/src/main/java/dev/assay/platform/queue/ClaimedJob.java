package dev.assay.platform.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job that a runner was given.
///
/// @param key in the database
/// @param id public
/// @param attempt from 1
/// @param runId id that the run must have: `ID-ATTEMPT`
/// @param document core.job.Job as JSON
/// @param hash SHA-256 of the document, hex
/// @param submissionKey of kind `measure`; absent otherwise
/// @param rejudgeItemKey of kind `rejudge`; absent otherwise
/// @param leaseEnd when the lease ends unless a heartbeat comes
public record ClaimedJob(
    long key,
    String id,
    int attempt,
    String runId,
    JobKind kind,
    String document,
    String hash,
    @Nullable Long submissionKey,
    @Nullable Long rejudgeItemKey,
    long bundleVersionKey,
    Instant leaseEnd) {}
