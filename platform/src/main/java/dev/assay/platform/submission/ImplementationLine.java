package dev.assay.platform.submission;

import java.time.Instant;

/// An implementation in a list.
///
/// @param owner name of the account that submits it
/// @param submissions how many there are
public record ImplementationLine(
    String id,
    String name,
    String benchmark,
    String owner,
    boolean isPrivate,
    int submissions,
    Instant createdAt) {}
