package dev.assay.platform.webhook;

import dev.assay.platform.access.Caller;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Webhooks, each of one account. Each method is one statement.
final class WebhookRepository {
  private static final String COLUMNS =
      """
      select w.key, w.id, w.url, w.events, w.created_at, w.paused_at, w.pause_reason,
        w.failing_since, case when w.old_secret_end > now() then w.old_secret_end end
          as old_secret_end, array(select b.name from webhook_follow f
          join benchmark b on b.key = f.benchmark_key
          where f.webhook_key = w.key order by b.name) as benchmarks
      from webhook w where w.account_key = :account
      """;
  private static final String PAGE =
      COLUMNS + "and w.key < :below order by w.key desc limit :limit";
  private static final String ONE = COLUMNS + "and w.id = :id";
  private static final String LOCK = ONE + " for no key update of w";

  /// Two at once could each be the last that there is room for.
  private static final String LOCK_ACCOUNT =
      "select key from account where key = :account for no key update";

  private static final String COUNT = "select count(*) from webhook where account_key = :account";
  private static final String INSERT =
      """
      insert into webhook (id, account_key, url, events, secret)
      values (:id, :account, :url, :events, :secret) returning key
      """;
  private static final String UPDATE =
      "update webhook set url = :url, events = :events where key = :key";
  private static final String RENEW =
      """
      update webhook set secret = :secret, old_secret = secret,
        old_secret_end = now() + interval '24 hours'
      where key = :key
      """;
  private static final String PAUSE =
      """
      update webhook set paused_at = now(), pause_reason = null
      where key = :key and paused_at is null
      """;
  private static final String RESUME =
      """
      update webhook set paused_at = null, pause_reason = null, failing_since = null
      where key = :key
      """;
  private static final String DELETE = "delete from webhook where key = :key";

  private static final String FIND_BENCHMARK =
      """
      select key from benchmark
      where name = :name and (not is_private or owner_key = :account or :all)
      """;
  private static final String UNFOLLOW = "delete from webhook_follow where webhook_key = :key";
  private static final String FOLLOW =
      """
      insert into webhook_follow (webhook_key, benchmark_key) values (:key, :benchmark)
      on conflict do nothing
      """;

  /// A webhook with its key.
  record Row(long key, WebhookView view) {}

  List<Row> page(Handle handle, long account, long below, int limit) {
    return handle
        .createQuery(PAGE)
        .bind("account", account)
        .bind("below", below)
        .bind("limit", limit)
        .map((row, _) -> row(row))
        .list();
  }

  Optional<Row> find(Handle handle, long account, String id) {
    return find(handle, ONE, account, id);
  }

  /// Keeps others from changing it until the transaction ends.
  Optional<Row> lock(Handle handle, long account, String id) {
    return find(handle, LOCK, account, id);
  }

  private static Optional<Row> find(Handle handle, String sql, long account, String id) {
    return handle
        .createQuery(sql)
        .bind("account", account)
        .bind("id", id)
        .map((row, _) -> row(row))
        .findOne();
  }

  /// How many an account has; nobody adds one until the transaction ends.
  long countLocked(Handle handle, long account) {
    handle.createQuery(LOCK_ACCOUNT).bind("account", account).mapTo(Long.class).one();
    return handle.createQuery(COUNT).bind("account", account).mapTo(Long.class).one();
  }

  long insert(
      Handle handle, String id, long account, String url, List<String> events, String secret) {
    return handle
        .createQuery(INSERT)
        .bind("id", id)
        .bind("account", account)
        .bind("url", url)
        .bindArray("events", String.class, events)
        .bind("secret", secret)
        .mapTo(Long.class)
        .one();
  }

  void update(Handle handle, long key, String url, List<String> events) {
    handle
        .createUpdate(UPDATE)
        .bind("key", key)
        .bind("url", url)
        .bindArray("events", String.class, events)
        .execute();
  }

  /// Both secrets sign for a day; one before the last signs no more.
  void renew(Handle handle, long key, String secret) {
    handle.createUpdate(RENEW).bind("key", key).bind("secret", secret).execute();
  }

  void pause(Handle handle, long key) {
    handle.createUpdate(PAUSE).bind("key", key).execute();
  }

  void resume(Handle handle, long key) {
    handle.createUpdate(RESUME).bind("key", key).execute();
  }

  void delete(Handle handle, long key) {
    handle.createUpdate(DELETE).bind("key", key).execute();
  }

  /// Key of a benchmark that the caller may see.
  Optional<Long> findBenchmark(Handle handle, Caller caller, String name) {
    return handle
        .createQuery(FIND_BENCHMARK)
        .bind("name", name)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .mapTo(Long.class)
        .findOne();
  }

  void unfollow(Handle handle, long key) {
    handle.createUpdate(UNFOLLOW).bind("key", key).execute();
  }

  void follow(Handle handle, long key, long benchmark) {
    handle.createUpdate(FOLLOW).bind("key", key).bind("benchmark", benchmark).execute();
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getLong("key"),
        new WebhookView(
            row.getString("id"),
            row.getString("url"),
            texts(row, "events"),
            texts(row, "benchmarks"),
            row.getObject("created_at", OffsetDateTime.class).toInstant(),
            instant(row, "paused_at"),
            row.getString("pause_reason"),
            instant(row, "failing_since"),
            instant(row, "old_secret_end")));
  }

  private static List<String> texts(ResultSet row, String column) throws SQLException {
    return Arrays.asList((String[]) row.getArray(column).getArray());
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
