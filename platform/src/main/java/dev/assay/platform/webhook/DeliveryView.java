package dev.assay.platform.webhook;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is told to one webhook.
///
/// @param event as in `run.finished`, or `ping`
/// @param state `waiting`, `delivered` or `given-up`
/// @param dueAt when it is tried next; absent unless it waits
/// @param attempts how many there were; 0 again when it is sent again
/// @param attemptedAt the newest attempt; absent before the first
/// @param status that the newest attempt was answered with; absent without an answer
/// @param answer the first KiB of it; absent without an answer
/// @param failure why the newest attempt failed; absent when it did not
/// @param took the newest attempt; absent before the first
public record DeliveryView(
    String id,
    String event,
    String state,
    Instant createdAt,
    @Nullable Instant dueAt,
    int attempts,
    @Nullable Instant attemptedAt,
    @Nullable Integer status,
    @Nullable String answer,
    @Nullable String failure,
    @Nullable Duration took) {}
