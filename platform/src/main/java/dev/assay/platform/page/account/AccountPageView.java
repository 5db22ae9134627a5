package dev.assay.platform.page.account;

import dev.assay.platform.access.Role;
import dev.assay.platform.account.Logins;
import dev.assay.platform.page.Moment;

/// The account's page.
///
/// @param said key of words of what was done before; empty for none
/// @param waiting use of the quota of jobs that wait or run
/// @param daily use of the quota of jobs in 24 hours
/// @param isSession whether a session's cookie was shown, without which no password is changed
/// @param currentFault words about the current password; empty for none
/// @param passwordFault words about the new password; empty for none
record AccountPageView(
    String name,
    String id,
    Role role,
    Moment since,
    String said,
    Quota waiting,
    Quota daily,
    OwnWork work,
    Logins.PasswordState password,
    boolean isSession,
    String currentFault,
    String passwordFault) {
  /// @param isOwn whether an operator set it for this account
  record Quota(int used, int most, boolean isOwn) {
    boolean isFull() {
      return used >= most;
    }
  }

  AccountPageView withFaults(String current, String password) {
    return new AccountPageView(
        name,
        id,
        role,
        since,
        said,
        waiting,
        daily,
        work,
        this.password,
        isSession,
        current,
        password);
  }

  /// Whether it is to be opened at once.
  boolean isPasswordOpen() {
    return !password.isSet() || !currentFault.isEmpty() || !passwordFault.isEmpty();
  }
}
