package dev.assay.platform.page.chart;

import dev.assay.platform.access.Caller;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// An implementation through time. Who may see it may see all of it.
final class HistoryRepository {
  private static final String FIND =
      """
      select m.key, m.id, m.name, m.is_private, m.created_at, o.name as owner,
          b.name as benchmark, n.id as submission, n.repository, n.path, n.commit_id,
          n.submitted_at
      from implementation m
      join benchmark b on b.key = m.benchmark_key
      join account o on o.key = m.owner_key
      left join lateral (select * from submission s where s.implementation_key = m.key
        order by s.key desc limit 1) n on true
      where m.id = :id and (:all or m.owner_key = :account
        or (b.is_private and b.owner_key = :account) or not (b.is_private or m.is_private))
      """;

  /// One index descent a point (a loose index scan).
  private static final String POINTS =
      """
      with recursive t as (
        (select point from verdict where implementation_key = :implementation
          order by point limit 1)
        union all
        select (select point from verdict where implementation_key = :implementation
            and point > t.point order by point limit 1)
        from t where t.point is not null)
      select point from t where point is not null limit 200
      """;

  private static final String CLASSES =
      """
      with recursive t as (
        (select machine_class from verdict where implementation_key = :implementation
          and point = :point order by machine_class limit 1)
        union all
        select (select machine_class from verdict where implementation_key = :implementation
            and point = :point and machine_class > t.machine_class
            order by machine_class limit 1)
        from t where t.machine_class is not null)
      select machine_class from t where machine_class is not null limit 50
      """;

  /// Classes of the newest runs, most first. Their keys come from the index alone, since how many
  /// runs one implementation has is nothing that the database knows when it plans.
  private static final String RECENT_CLASSES =
      """
      select machine_class from run
      where key = any(array(select key from run
        where implementation_key = :implementation order by key desc limit 100))
      group by machine_class order by count(*) desc, max(key) desc limit 5
      """;

  /// How many verdicts there are, counted to 30.
  private static final String COUNTS =
      """
      select p.point, c.machine_class, n.count
      from unnest(:points) as p (point)
      cross join unnest(:classes) as c (machine_class)
      cross join lateral (select count(*) as count from (select from verdict x
        where x.implementation_key = :implementation and x.point = p.point
          and x.machine_class = c.machine_class limit 30) y) n
      """;

  /// The newest verdict of each run.
  private static final String HISTORY =
      """
      select d.run_key, r.id as run, s.id as submission, s.commit_id, v.version, v.hash,
          s.image_reference, s.image_digest, n.name as runner, d.outcome, d.reason, d.cases_ok,
          d.cases_all, d.is_suspect, d.score, r.opened_at
      from (select distinct on (x.run_key) * from verdict x
        where x.implementation_key = :implementation and x.point = :point
          and x.machine_class = :class and x.run_key < :below
        order by x.run_key desc, x.key desc limit <limit>) d
      join run r on r.key = d.run_key
      join submission s on s.key = r.submission_key
      join bundle_version v on v.key = d.bundle_version_key
      join runner n on n.key = r.runner_key
      order by d.run_key desc
      """;

  private static final String SCORES =
      """
      select r.id, r.opened_at, d.score, d.outcome
      from (select distinct on (x.run_key) x.run_key, x.score, x.outcome from verdict x
        where x.implementation_key = :implementation and x.point = :point
          and x.machine_class = :class
        order by x.run_key desc, x.key desc limit <limit>) d
      join run r on r.key = d.run_key
      order by d.run_key
      """;

  private static final String DOCUMENTS = "select key, document from run where key = any(:keys)";

  private static final String SUBMISSIONS =
      """
      select s.key, s.id, s.commit_id, s.submitted_at, j.id as job, j.state, j.state_reason,
          v.version, r.id as run
      from (select * from submission where implementation_key = :implementation and key < :below
        order by key desc limit <limit>) s
      left join lateral (select * from job where submission_key = s.key
        order by key desc limit 3) j on true
      left join bundle_version v on v.key = j.bundle_version_key
      left join run r on r.job_key = j.key and r.attempt = j.attempt
      order by s.key desc, j.key desc
      """;

  private final Handle handle;

  HistoryRepository(Handle handle) {
    this.handle = handle;
  }

  /// @param newest submission; absent when there is none
  record Found(
      long key,
      String id,
      String name,
      boolean isPrivate,
      String owner,
      String benchmark,
      @Nullable Newest newest) {}

  record Newest(
      String submission, String repository, String path, String commit, Instant submittedAt) {}

  record Row(
      long runKey,
      String run,
      String submission,
      String commit,
      String version,
      String hash,
      String imageReference,
      String imageDigest,
      String runner,
      String outcome,
      String reason,
      int casesOk,
      int casesAll,
      boolean isSuspect,
      @Nullable Double score,
      Instant openedAt) {}

  /// @param score absent without a value
  record Score(String run, Instant openedAt, @Nullable Double score, String outcome) {}

  /// A submission with one of its jobs; absent parts where it has none.
  ///
  /// @param run of the newest attempt; absent when none was opened
  record Submitted(
      long key,
      String id,
      String commit,
      Instant submittedAt,
      @Nullable String job,
      @Nullable String state,
      @Nullable String reason,
      @Nullable String version,
      @Nullable String run) {}

  Optional<Found> find(Caller caller, String id) {
    return handle
        .createQuery(FIND)
        .bind("id", id)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .map((row, context) -> found(row))
        .findOne();
  }

  private static Found found(ResultSet row) throws SQLException {
    String submission = row.getString("submission");
    return new Found(
        row.getLong("key"),
        row.getString("id"),
        row.getString("name"),
        row.getBoolean("is_private"),
        row.getString("owner"),
        row.getString("benchmark"),
        submission == null
            ? null
            : new Newest(
                submission,
                row.getString("repository"),
                row.getString("path"),
                row.getString("commit_id"),
                instant(row, "submitted_at")));
  }

  List<String> points(long implementation) {
    return handle
        .createQuery(POINTS)
        .bind("implementation", implementation)
        .mapTo(String.class)
        .list();
  }

  List<String> classes(long implementation, String point) {
    return handle
        .createQuery(CLASSES)
        .bind("implementation", implementation)
        .bind("point", point)
        .mapTo(String.class)
        .list();
  }

  List<String> recentClasses(long implementation) {
    return handle
        .createQuery(RECENT_CLASSES)
        .bind("implementation", implementation)
        .mapTo(String.class)
        .list();
  }

  record Count(String point, String machineClass, int count) {}

  List<Count> counts(long implementation, List<String> points, List<String> classes) {
    return handle
        .createQuery(COUNTS)
        .bind("implementation", implementation)
        .bindArray("points", String.class, points)
        .bindArray("classes", String.class, classes)
        .map((row, context) -> new Count(row.getString(1), row.getString(2), row.getInt(3)))
        .list();
  }

  /// Newest first.
  List<Row> history(long implementation, String point, String machineClass, long below, int limit) {
    return handle
        .createQuery(HISTORY)
        .bind("implementation", implementation)
        .bind("point", point)
        .bind("class", machineClass)
        .bind("below", below)
        .define("limit", limit)
        .map((row, context) -> row(row))
        .list();
  }

  private static Row row(ResultSet row) throws SQLException {
    return new Row(
        row.getLong("run_key"),
        row.getString("run"),
        row.getString("submission"),
        row.getString("commit_id"),
        row.getString("version"),
        row.getString("hash"),
        row.getString("image_reference"),
        row.getString("image_digest"),
        row.getString("runner"),
        row.getString("outcome"),
        row.getString("reason"),
        row.getInt("cases_ok"),
        row.getInt("cases_all"),
        row.getBoolean("is_suspect"),
        row.getObject("score", Double.class),
        instant(row, "opened_at"));
  }

  /// The newest, oldest of them first.
  List<Score> scores(long implementation, String point, String machineClass, int limit) {
    return handle
        .createQuery(SCORES)
        .bind("implementation", implementation)
        .bind("point", point)
        .bind("class", machineClass)
        .define("limit", limit)
        .map((row, context) ->
            new Score(
                row.getString("id"),
                instant(row, "opened_at"),
                row.getObject("score", Double.class),
                row.getString("outcome")))
        .list();
  }

  /// core.run.Run of each run as it was opened, by key.
  Map<Long, String> documents(List<Long> keys) {
    Map<Long, String> all = new HashMap<>();
    handle
        .createQuery(DOCUMENTS)
        .bindArray("keys", Long.class, keys)
        .map((row, context) -> Map.entry(row.getLong(1), row.getString(2)))
        .forEach(one -> all.put(one.getKey(), one.getValue()));
    return all;
  }

  /// Newest first, each with its newest jobs.
  List<Submitted> submissions(long implementation, long below, int limit) {
    return handle
        .createQuery(SUBMISSIONS)
        .bind("implementation", implementation)
        .bind("below", below)
        .define("limit", limit)
        .map((row, context) ->
            new Submitted(
                row.getLong("key"),
                row.getString("id"),
                row.getString("commit_id"),
                instant(row, "submitted_at"),
                row.getString("job"),
                row.getString("state"),
                row.getString("state_reason"),
                row.getString("version"),
                row.getString("run")))
        .list();
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
