package dev.assay.platform.account;

import dev.assay.platform.access.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An account, as operators and its owner see it.
///
/// @param jobsWaitingQuota jobs that may wait or run at once; absent for the platform's own bound
/// @param jobsDailyQuota jobs in 24 hours; absent for the platform's own bound
/// @param disabledAt absent while it can be used
public record AccountView(
    String id,
    String name,
    Role role,
    @Nullable Integer jobsWaitingQuota,
    @Nullable Integer jobsDailyQuota,
    Instant createdAt,
    @Nullable Instant disabledAt) {}
