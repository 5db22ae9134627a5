package dev.assay.core.protocol;

import org.jspecify.annotations.Nullable;

/// Asks for a job. The platform holds the request until there is one, or for `waitMillis`.
///
/// @param instance as in the handshake
/// @param waitMillis 0 to 30,000
/// @param unfit why this runner takes none now (its preflight's reasons, one sentence); absent when
///   it is fit. The platform notes it and gives no job.
public record Claim(String instance, long waitMillis, @Nullable String unfit) {}
