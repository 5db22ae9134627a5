package dev.assay.platform.bundle;

import org.jspecify.annotations.Nullable;

/// What is to change about a benchmark; what is absent stays.
///
/// @param referencePool where what is ranked is measured; empty for anywhere
public record BenchmarkChange(@Nullable Boolean isPrivate, @Nullable String referencePool) {}
