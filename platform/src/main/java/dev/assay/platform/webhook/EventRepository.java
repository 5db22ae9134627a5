package dev.assay.platform.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// What has happened, and whom it concerns.
final class EventRepository {
  private static final String LOCK_NEXT =
      """
      select key, at, event, cause, subject_key from webhook_event
      where failures < 5 order by key limit 1 for update skip locked
      """;
  private static final String DELETE = "delete from webhook_event where key = :key";
  private static final String FAIL =
      "update webhook_event set failures = failures + 1 where key = :key";

  private static final String RECIPIENTS =
      """
      select w.key, w.account_key, a.role = 'operator' as is_operator
      from webhook w join account a on a.key = w.account_key
      where w.paused_at is null and a.disabled_at is null and :event = any (w.events)
      """;
  private static final String OWNERS =
      RECIPIENTS + " and w.account_key = any (:accounts) order by w.key";
  private static final String OPERATORS = RECIPIENTS + " and a.role = 'operator' order by w.key";
  private static final String FOLLOWERS =
      RECIPIENTS
          + """
           and (w.account_key = :host or exists (select from webhook_follow f
              where f.webhook_key = w.key and f.benchmark_key = :benchmark))
            and (not :isPrivate or w.account_key = :host or a.role = 'operator')
          order by w.key
          """;

  private static final String RUN =
      """
      select r.id, e.state, e.state_reason, r.machine_class, j.id as job, j.author_key,
        s.id as submission, s.commit_id, i.id as implementation, i.name, i.owner_key, i.is_private,
        b.key as benchmark_key, b.name as benchmark, b.owner_key as host_key,
        b.is_private as is_benchmark_private, v.version
      from run r
        join run_end e on e.run_key = r.key
        join job j on j.key = r.job_key
        join submission s on s.key = j.submission_key
        join implementation i on i.key = r.implementation_key
        join benchmark b on b.key = i.benchmark_key
        join bundle_version v on v.key = r.bundle_version_key
      where r.key = :key
      """;
  private static final String POINTS =
      """
      select point, outcome, reason, is_suspect, score from verdict
      where run_key = :key and rejudge_set_key is null and reference_run_key is null order by point_no limit 200
      """;

  /// Points where the run brings an entry, or takes the place of one that an earlier run brought.
  private static final String ENTRIES_OF_RUN =
      """
      select d.point, d.machine_class, r.id as run, i.id as implementation, i.name, i.owner_key,
        i.is_private
      from verdict d
        join run r on r.key = d.run_key
        join implementation i on i.key = d.implementation_key
        left join lateral (select o.outcome = 'pass' and o.is_ranked as is_entry from verdict o
          where o.bundle_version_key = d.bundle_version_key and o.point = d.point
            and o.machine_class = d.machine_class and o.implementation_key = d.implementation_key
            and o.run_key < d.run_key and o.outcome <> 'not-judged'
          order by o.run_key desc, o.key desc limit 1) earlier on true
      where d.run_key = :key and d.rejudge_set_key is null and d.reference_run_key is null
        and d.outcome <> 'not-judged'
        and ((d.outcome = 'pass' and d.is_ranked) or earlier.is_entry)
        and not exists (select from verdict n
          where n.bundle_version_key = d.bundle_version_key and n.point = d.point
            and n.machine_class = d.machine_class and n.implementation_key = d.implementation_key
            and n.run_key > d.run_key and n.outcome <> 'not-judged')
      order by d.point_no
      """;

  private static final String SET =
      """
      select s.id, b.key as benchmark_key, b.name as benchmark, b.owner_key as host_key,
        b.is_private as is_benchmark_private, v.version
      from rejudge_set s
        join benchmark b on b.key = s.benchmark_key
        join bundle_version v on v.key = s.bundle_version_key
      where s.key = :key
      """;
  private static final String REJUDGED =
      """
      select d.point, d.machine_class, d.outcome as after, o.outcome as before, r.id as run,
        i.id as implementation, i.name, i.owner_key, i.is_private
      from rejudge_item t
        join run r on r.key = t.run_key
        join verdict d on d.run_key = t.run_key and d.rejudge_set_key = t.set_key
        join implementation i on i.key = d.implementation_key
        left join lateral (select outcome from verdict o
          where o.run_key = d.run_key and o.point_no = d.point_no and o.key < d.key
          order by o.key desc limit 1) o on true
      where t.set_key = :key
      order by d.key
      """;

  private static final String DECISION =
      """
      select d.point, r.machine_class, r.id as run, i.id as implementation, i.name, i.owner_key,
        i.is_private, b.key as benchmark_key, b.name as benchmark, b.owner_key as host_key,
        b.is_private as is_benchmark_private, v.version
      from suspicion_decision q
        join run r on r.key = q.run_key
        join implementation i on i.key = r.implementation_key
        join benchmark b on b.key = i.benchmark_key
        join bundle_version v on v.key = r.bundle_version_key
        join lateral (select point from verdict x
          where x.run_key = q.run_key and x.point_no = q.point_no limit 1) d on true
      where q.key = :key
      """;

  private static final String JOB =
      """
      select j.id, j.kind, j.state, j.state_reason, j.author_key, s.id as submission,
        i.id as implementation, i.name, coalesce(i.owner_key, 0) as owner_key,
        coalesce(i.is_private, false) as is_private, b.key as benchmark_key, b.name as benchmark,
        b.owner_key as host_key, b.is_private as is_benchmark_private, v.version
      from job j
        join benchmark b on b.key = j.benchmark_key
        join bundle_version v on v.key = j.bundle_version_key
        left join submission s on s.key = j.submission_key
        left join implementation i on i.key = s.implementation_key
      where j.key = :key
      """;
  private static final String RUNNER = "select id, name, state_reason from runner where key = :key";
  private static final String REPORT =
      """
      select l.run_id, j.id as job, l.attempt, n.name as runner, l.reason
      from late_report l join job j on j.key = l.job_key join runner n on n.key = l.runner_key
      where l.key = :key
      """;

  private final Handle handle;

  EventRepository(Handle handle) {
    this.handle = handle;
  }

  /// What has happened.
  ///
  /// @param cause what `subjectKey` is a key of
  record Stored(long key, Instant at, String event, String cause, long subjectKey) {}

  /// A webhook that wants to know.
  record Recipient(long webhookKey, long accountKey, boolean isOperator) {}

  /// @param hostKey account of who hosts it
  record Benchmark(long key, String name, String version, long hostKey, boolean isPrivate) {}

  /// An implementation, and who may see it.
  record Owned(News.Implementation implementation, long ownerKey, boolean isPrivate) {}

  record RunFacts(
      String id,
      String state,
      @Nullable String stateReason,
      String machineClass,
      String job,
      long authorKey,
      String submission,
      String commit,
      Owned implementation,
      Benchmark benchmark) {}

  record EntryFacts(String point, String machineClass, String run, Owned implementation) {}

  record SetFacts(String id, Benchmark benchmark) {}

  /// @param before absent where there was no verdict
  record RejudgedFacts(EntryFacts entry, @Nullable String before, String after) {}

  record DecisionFacts(EntryFacts entry, Benchmark benchmark) {}

  record JobFacts(
      String id,
      String kind,
      String state,
      @Nullable String stateReason,
      long authorKey,
      @Nullable String submission,
      @Nullable Owned implementation,
      Benchmark benchmark) {}

  /// The oldest that no other worker has, locked until the transaction ends.
  Optional<Stored> lockNext() {
    return handle
        .createQuery(LOCK_NEXT)
        .map((row, _) ->
            new Stored(
                row.getLong("key"),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                row.getString("event"),
                row.getString("cause"),
                row.getLong("subject_key")))
        .findOne();
  }

  void delete(long key) {
    handle.createUpdate(DELETE).bind("key", key).execute();
  }

  void fail(long key) {
    handle.createUpdate(FAIL).bind("key", key).execute();
  }

  List<Recipient> owners(String event, List<Long> accounts) {
    return recipients(
        handle
            .createQuery(OWNERS)
            .bind("event", event)
            .bindArray("accounts", Long.class, accounts));
  }

  List<Recipient> operators(String event) {
    return recipients(handle.createQuery(OPERATORS).bind("event", event));
  }

  List<Recipient> followers(String event, Benchmark benchmark) {
    return recipients(
        handle
            .createQuery(FOLLOWERS)
            .bind("event", event)
            .bind("benchmark", benchmark.key())
            .bind("host", benchmark.hostKey())
            .bind("isPrivate", benchmark.isPrivate()));
  }

  private static List<Recipient> recipients(Query query) {
    return query
        .map((row, _) ->
            new Recipient(
                row.getLong("key"), row.getLong("account_key"), row.getBoolean("is_operator")))
        .list();
  }

  RunFacts run(long key) {
    return of(RUN, key)
        .map((row, _) ->
            new RunFacts(
                row.getString("id"),
                row.getString("state"),
                row.getString("state_reason"),
                row.getString("machine_class"),
                row.getString("job"),
                row.getLong("author_key"),
                row.getString("submission"),
                row.getString("commit_id"),
                owned(row),
                benchmark(row)))
        .one();
  }

  List<News.Point> points(long run) {
    return of(POINTS, run)
        .map((row, _) ->
            new News.Point(
                row.getString("point"),
                row.getString("outcome"),
                row.getString("reason"),
                row.getBoolean("is_suspect"),
                row.getObject("score", Double.class)))
        .list();
  }

  List<EntryFacts> entriesOfRun(long run) {
    return of(ENTRIES_OF_RUN, run).map((row, _) -> entry(row)).list();
  }

  SetFacts set(long key) {
    return of(SET, key).map((row, _) -> new SetFacts(row.getString("id"), benchmark(row))).one();
  }

  List<RejudgedFacts> rejudged(long set) {
    return of(REJUDGED, set)
        .map((row, _) ->
            new RejudgedFacts(entry(row), row.getString("before"), row.getString("after")))
        .list();
  }

  DecisionFacts decision(long key) {
    return of(DECISION, key).map((row, _) -> new DecisionFacts(entry(row), benchmark(row))).one();
  }

  JobFacts job(long key) {
    return of(JOB, key)
        .map((row, _) ->
            new JobFacts(
                row.getString("id"),
                row.getString("kind"),
                row.getString("state"),
                row.getString("state_reason"),
                row.getLong("author_key"),
                row.getString("submission"),
                row.getString("implementation") == null ? null : owned(row),
                benchmark(row)))
        .one();
  }

  News.OfRunner runner(long key, String url) {
    return of(RUNNER, key)
        .map((row, _) ->
            new News.OfRunner(
                row.getString("id"),
                row.getString("name"),
                url + "/runners/" + row.getString("id"),
                row.getString("state_reason")))
        .one();
  }

  News.OfReport report(long key) {
    return of(REPORT, key)
        .map((row, _) ->
            new News.OfReport(
                row.getString("run_id"),
                row.getString("job"),
                row.getInt("attempt"),
                row.getString("runner"),
                row.getString("reason")))
        .one();
  }

  private Query of(String sql, long key) {
    return handle.createQuery(sql).bind("key", key);
  }

  private static EntryFacts entry(ResultSet row) throws SQLException {
    return new EntryFacts(
        row.getString("point"), row.getString("machine_class"), row.getString("run"), owned(row));
  }

  private static Owned owned(ResultSet row) throws SQLException {
    return new Owned(
        new News.Implementation(row.getString("implementation"), row.getString("name")),
        row.getLong("owner_key"),
        row.getBoolean("is_private"));
  }

  private static Benchmark benchmark(ResultSet row) throws SQLException {
    return new Benchmark(
        row.getLong("benchmark_key"),
        row.getString("benchmark"),
        row.getString("version"),
        row.getLong("host_key"),
        row.getBoolean("is_benchmark_private"));
  }
}
