package dev.assay.platform.account;

import dev.assay.platform.access.Account;
import dev.assay.platform.access.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A row of `account`.
///
/// @param passwordHash absent while no password is set
record StoredAccount(
    long key,
    String id,
    String name,
    Role role,
    @Nullable String passwordHash,
    @Nullable Integer jobsWaitingQuota,
    @Nullable Integer jobsDailyQuota,
    Instant createdAt,
    @Nullable Instant disabledAt) {
  Account account() {
    return new Account(key, id, name, role);
  }

  AccountView view() {
    return new AccountView(id, name, role, jobsWaitingQuota, jobsDailyQuota, createdAt, disabledAt);
  }
}
