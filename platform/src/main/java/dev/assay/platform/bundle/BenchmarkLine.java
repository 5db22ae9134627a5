package dev.assay.platform.bundle;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A benchmark in a list.
///
/// @param title of its newest version
/// @param owner name of the account that publishes it
/// @param version the newest
/// @param versions how many there are
/// @param implementations how many of them the caller can see
public record BenchmarkLine(
    String name,
    String title,
    String owner,
    boolean isPrivate,
    @Nullable String referencePool,
    String version,
    int versions,
    int implementations,
    Instant createdAt) {}
