package dev.assay.cli.log;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One line of a log.
///
/// @param level `error`, `warn`, `info`, `debug` or `trace`
/// @param logger that said it
/// @param job id, where it is about one
/// @param run id, where it is about one
/// @param runner name, where it is about one
/// @param request id that its answer carried, where it came of one
/// @param remote address that the request came from
/// @param exception with its stack, where there is one
record LogLine(
    Instant time,
    String level,
    String logger,
    String message,
    @Nullable String job,
    @Nullable String run,
    @Nullable String runner,
    @Nullable String request,
    @Nullable String remote,
    @Nullable String exception) {}
