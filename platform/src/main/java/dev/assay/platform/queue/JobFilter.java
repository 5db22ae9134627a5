package dev.assay.platform.queue;

import org.jspecify.annotations.Nullable;

/// Which jobs a list has.
///
/// @param state absent for any
/// @param benchmark name; absent for any
/// @param author name of an account, capital letters do not count; absent for any
/// @param mine whether only the caller's own
public record JobFilter(
    @Nullable JobState state, @Nullable String benchmark, @Nullable String author, boolean mine) {}
