package dev.assay.platform.account;

import org.jspecify.annotations.Nullable;

/// Which entries of the audit log are looked for.
///
/// @param actor name at that time, to the letter; absent for anybody
/// @param action as in `account.create`; absent for any
/// @param text in the subject or the detail; absent for any
public record AuditFilter(@Nullable String actor, @Nullable String action, @Nullable String text) {
  public static final AuditFilter NONE = new AuditFilter(null, null, null);
}
