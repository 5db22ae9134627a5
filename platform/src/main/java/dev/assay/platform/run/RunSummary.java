package dev.assay.platform.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A run in a list.
///
/// @param state of the work
/// @param implementation its id
/// @param implementationName its name
public record RunSummary(
    String id,
    String job,
    int attempt,
    String state,
    @Nullable String stateReason,
    String benchmark,
    String version,
    String implementation,
    String implementationName,
    String commit,
    String machineClass,
    Instant openedAt) {}
