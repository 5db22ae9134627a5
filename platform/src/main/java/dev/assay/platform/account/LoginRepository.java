package dev.assay.platform.account;

import dev.assay.platform.access.Account;
import dev.assay.platform.access.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;

/// Login links and sessions. Secrets come as their hashes. Each method is one statement.
final class LoginRepository {
  private static final String INSERT_LINK =
      """
      insert into login_link (hash, account_key, expires_at)
      values (:hash, :account, now() + make_interval(secs => :seconds))
      returning expires_at
      """;

  private static final String USE_LINK =
      """
      update login_link set used_at = now()
      where hash = :hash and used_at is null and expires_at > now()
      returning account_key
      """;

  private static final String IS_GOOD_LINK =
      """
      select exists (select from login_link l join account a on a.key = l.account_key
        where l.hash = :hash and l.used_at is null and l.expires_at > now()
          and a.disabled_at is null)
      """;

  /// A cookie holds for a week and is replaced daily, so a session that is used goes on, but no
  /// longer than 30 days after its login.
  private static final String INSERT_SESSION =
      """
      insert into login_session (hash, account_key, csrf_token, by_link, expires_at)
      values (:hash, :account, :csrf, :byLink, now() + interval '7 days')
      """;

  private static final String FIND_SESSION =
      """
      select s.csrf_token, s.by_link and s.started_at > now() - interval '1 hour' as is_fresh_link,
        s.created_at < now() - interval '1 day' and s.replaced_at is null as is_due,
        a.key, a.id, a.name, a.role
      from login_session s join account a on a.key = s.account_key
      where s.hash = :hash and s.ended_at is null and s.expires_at > now()
        and a.disabled_at is null
      """;

  private static final String REPLACE_SESSION =
      """
      with old as (
        update login_session
        set replaced_at = now(), expires_at = least(expires_at, now() + interval '1 minute')
        where hash = :old and replaced_at is null and ended_at is null
        returning account_key, csrf_token, by_link, started_at)
      insert into login_session (hash, account_key, csrf_token, by_link, started_at, expires_at)
      select :hash, account_key, csrf_token, by_link, started_at,
        least(now() + interval '7 days', started_at + interval '30 days')
      from old
      """;

  private static final String END_SESSION =
      "update login_session set ended_at = now() where hash = :hash and ended_at is null";

  private static final String END_SESSIONS =
      "update login_session set ended_at = now() where account_key = :account and ended_at is null";

  private static final String SWEEP_SESSIONS =
      "delete from login_session where expires_at < now() - interval '30 days'";

  private static final String SWEEP_LINKS =
      """
      delete from login_link
      where used_at is null and expires_at < now() - interval '30 days'
      """;

  /// A session that holds.
  ///
  /// @param isFreshLink whether it began with a link, less than an hour ago
  /// @param isDue whether its cookie is to be replaced
  record Session(Account account, String csrfToken, boolean isFreshLink, boolean isDue) {}

  /// Until when the link is good.
  Instant insertLink(Handle handle, byte[] hash, long account, Duration life) {
    return handle
        .createQuery(INSERT_LINK)
        .bind("hash", hash)
        .bind("account", account)
        .bind("seconds", life.toSeconds())
        .mapTo(Instant.class)
        .one();
  }

  /// Uses a link up; the account's key, unless it is used, too old, or none.
  Optional<Long> useLink(Handle handle, byte[] hash) {
    return handle.createQuery(USE_LINK).bind("hash", hash).mapTo(Long.class).findOne();
  }

  boolean isGoodLink(Handle handle, byte[] hash) {
    return handle.createQuery(IS_GOOD_LINK).bind("hash", hash).mapTo(boolean.class).one();
  }

  void insertSession(Handle handle, byte[] hash, long account, String csrfToken, boolean byLink) {
    handle
        .createUpdate(INSERT_SESSION)
        .bind("hash", hash)
        .bind("account", account)
        .bind("csrf", csrfToken)
        .bind("byLink", byLink)
        .execute();
  }

  Optional<Session> findSession(Handle handle, byte[] hash) {
    return handle
        .createQuery(FIND_SESSION)
        .bind("hash", hash)
        .map(LoginRepository::session)
        .findOne();
  }

  /// Whether `hash` now is the session's; else another request was first.
  boolean replaceSession(Handle handle, byte[] old, byte[] hash) {
    return handle.createUpdate(REPLACE_SESSION).bind("old", old).bind("hash", hash).execute() == 1;
  }

  void endSession(Handle handle, byte[] hash) {
    handle.createUpdate(END_SESSION).bind("hash", hash).execute();
  }

  void endSessions(Handle handle, long account) {
    handle.createUpdate(END_SESSIONS).bind("account", account).execute();
  }

  /// Takes away what has long expired.
  void sweep(Handle handle) {
    handle.execute(SWEEP_SESSIONS);
    handle.execute(SWEEP_LINKS);
  }

  private static Session session(RowView row) {
    var account =
        new Account(
            row.getColumn("key", Long.class),
            row.getColumn("id", String.class),
            row.getColumn("name", String.class),
            Role.valueOf(row.getColumn("role", String.class).toUpperCase(Locale.ROOT)));
    return new Session(
        account,
        row.getColumn("csrf_token", String.class),
        row.getColumn("is_fresh_link", Boolean.class),
        row.getColumn("is_due", Boolean.class));
  }
}
