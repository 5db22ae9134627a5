package dev.assay.platform.account;

import dev.assay.platform.access.Role;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/// The accounts. Each method is one statement.
final class AccountRepository {
  private static final String COLUMNS =
      """
      key, id, name, role, password_hash, jobs_waiting_quota, jobs_daily_quota, created_at,
      disabled_at
      """;

  private static final String INSERT =
      """
      insert into account (id, name, role, jobs_waiting_quota, jobs_daily_quota)
      values (:id, :name, :role, :waiting, :daily)
      on conflict ((lower(name))) do nothing
      returning
      """
          + COLUMNS;

  private static final String FIND = "select " + COLUMNS + " from account where id = :id";

  private static final String FIND_BY_KEY = "select " + COLUMNS + " from account where key = :key";

  private static final String FIND_BY_NAME =
      "select " + COLUMNS + " from account where lower(name) = lower(:name)";

  private static final String LIST =
      "select " + COLUMNS + " from account where key < :below order by key desc limit :limit";

  private static final String SEARCH =
      "select "
          + COLUMNS
          + """
           from account where key < :below and position(lower(:text) in lower(name)) > 0
          order by key desc limit :limit
          """;

  private static final String UPDATE =
      """
      update account set role = :role, jobs_waiting_quota = :waiting, jobs_daily_quota = :daily,
          disabled_at = case when :disabled then coalesce(disabled_at, now()) end
      where key = :key
      returning
      """
          + COLUMNS;

  private static final String SET_PASSWORD =
      "update account set password_hash = :hash where key = :key";

  /// Two changes at once could each leave the other's operator as the last.
  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('assay account'))";

  private static final String HAS_OPERATOR =
      "select exists (select 1 from account where role = 'operator' and disabled_at is null)";

  private static final String HAS_USED_OPERATOR =
      """
      select exists (select 1 from account a where a.role = 'operator' and (
        a.password_hash is not null
        or exists (select 1 from login_session s where s.account_key = a.key)
        or exists (select 1 from api_token t where t.account_key = a.key)
        or exists (select 1 from login_link l where l.account_key = a.key and l.used_at is not null)))
      """;

  private static final String HAS_ANY = "select exists (select 1 from account)";

  /// Empty when the name is taken.
  Optional<StoredAccount> insert(
      Handle handle,
      String id,
      String name,
      Role role,
      @Nullable Integer waiting,
      @Nullable Integer daily) {
    return handle
        .createQuery(INSERT)
        .bind("id", id)
        .bind("name", name)
        .bind("role", role.text())
        .bind("waiting", waiting)
        .bind("daily", daily)
        .map(AccountRepository::account)
        .findOne();
  }

  Optional<StoredAccount> find(Handle handle, String id) {
    return handle.createQuery(FIND).bind("id", id).map(AccountRepository::account).findOne();
  }

  StoredAccount load(Handle handle, long key) {
    return handle.createQuery(FIND_BY_KEY).bind("key", key).map(AccountRepository::account).one();
  }

  Optional<StoredAccount> findByName(Handle handle, String name) {
    return handle
        .createQuery(FIND_BY_NAME)
        .bind("name", name)
        .map(AccountRepository::account)
        .findOne();
  }

  List<StoredAccount> list(Handle handle, long below, int limit) {
    return handle
        .createQuery(LIST)
        .bind("below", below)
        .bind("limit", limit)
        .map(AccountRepository::account)
        .list();
  }

  /// @param text in the name; absent for all
  List<StoredAccount> search(Handle handle, @Nullable String text, long below, int limit) {
    return text == null
        ? list(handle, below, limit)
        : handle
            .createQuery(SEARCH)
            .bind("text", text)
            .bind("below", below)
            .bind("limit", limit)
            .map(AccountRepository::account)
            .list();
  }

  /// Stores role, quotas and whether it is disabled, as `changed` has them.
  StoredAccount update(Handle handle, StoredAccount changed, boolean isDisabled) {
    return handle
        .createQuery(UPDATE)
        .bind("key", changed.key())
        .bind("role", changed.role().text())
        .bind("waiting", changed.jobsWaitingQuota())
        .bind("daily", changed.jobsDailyQuota())
        .bind("disabled", isDisabled)
        .map(AccountRepository::account)
        .one();
  }

  void setPassword(Handle handle, long key, String hash) {
    handle.createUpdate(SET_PASSWORD).bind("key", key).bind("hash", hash).execute();
  }

  /// Lets no other transaction change accounts until this one ends.
  void lock(Handle handle) {
    handle.createQuery(LOCK).map(row -> true).one();
  }

  boolean hasOperator(Handle handle) {
    return is(handle, HAS_OPERATOR);
  }

  /// Whether any operator has ever logged in.
  boolean hasUsedOperator(Handle handle) {
    return is(handle, HAS_USED_OPERATOR);
  }

  boolean hasAny(Handle handle) {
    return is(handle, HAS_ANY);
  }

  private static boolean is(Handle handle, String question) {
    return handle.createQuery(question).mapTo(boolean.class).one();
  }

  static StoredAccount account(RowView row) {
    return new StoredAccount(
        row.getColumn("key", Long.class),
        row.getColumn("id", String.class),
        row.getColumn("name", String.class),
        Role.valueOf(row.getColumn("role", String.class).toUpperCase(Locale.ROOT)),
        row.getColumn("password_hash", String.class),
        row.getColumn("jobs_waiting_quota", Integer.class),
        row.getColumn("jobs_daily_quota", Integer.class),
        row.getColumn("created_at", Instant.class),
        row.getColumn("disabled_at", Instant.class));
  }
}
