package dev.assay.core.run;

import org.jspecify.annotations.Nullable;

/// What came of the build. A failed build is a result.
///
/// @param command what was run; absent when there was nothing to build
/// @param succeeded whether everything needed to start is there
/// @param reason why it did not succeed; absent when it did
/// @param log standard output and error of the build, in one file
public record BuildResult(
    @Nullable String command,
    boolean succeeded,
    @Nullable String reason,
    @Nullable ProcessResult process,
    @Nullable LogFile log) {}
