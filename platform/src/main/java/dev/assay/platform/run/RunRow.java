package dev.assay.platform.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A run as the database knows it, without its documents.
///
/// @param state of the work: that it was closed with; `running` while it holds its lease;
///   `platform-error` when its runner was lost
/// @param isClosed whether it was closed, so that nothing of it can change any more
/// @param mayFetchSource whether the caller may have the source
record RunRow(
    long key,
    String id,
    String job,
    int attempt,
    String state,
    @Nullable String stateReason,
    boolean isClosed,
    String benchmark,
    String version,
    String bundleHash,
    String implementation,
    String implementationName,
    String submission,
    String repository,
    String path,
    String commit,
    String treeHash,
    String machineClass,
    String runner,
    String runnerName,
    Instant openedAt,
    boolean mayFetchSource,
    @Nullable String sourceBlob,
    String bundleArchive) {
  RunSummary summary() {
    return new RunSummary(
        id,
        job,
        attempt,
        state,
        stateReason,
        benchmark,
        version,
        implementation,
        implementationName,
        commit,
        machineClass,
        openedAt);
  }
}
