package dev.assay.platform.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One thing that somebody did.
///
/// @param number rises with time
/// @param account id of who did it; absent for the platform itself and for strangers
/// @param actor name at that time
/// @param action as in `account.disable`
/// @param subject what it was done to, as in an account's id
/// @param remote address that it was asked from
public record AuditEntry(
    long number,
    Instant at,
    @Nullable String account,
    String actor,
    String action,
    String subject,
    String detail,
    @Nullable String remote) {}
