package dev.assay.platform.queue;

import dev.assay.core.protocol.Progress;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Jobs as people see them; what a caller may not see is not there.
final class JobViewRepository {
  /// What a list shows of a job: everything but its document.
  static final String LINE =
      """
      select j.key, j.id, j.kind, j.state, j.state_reason, j.is_ranked, j.priority, j.attempt,
        j.cancel_requested_at, j.created_at, j.queued_at, j.ended_at, b.name as benchmark,
        v.version, i.name as implementation, s.id as submission, c.name as author
      """;

  static final String JOINS =
      """
        join benchmark b on b.key = j.benchmark_key
        join bundle_version v on v.key = j.bundle_version_key
        join account c on c.key = j.author_key
        left join submission s on s.key = j.submission_key
        left join rejudge_item t on t.key = j.rejudge_item_key
        left join run u on u.key = t.run_key
        left join implementation i on i.key = coalesce(s.implementation_key, u.implementation_key)
      """;

  static final String VISIBLE =
      """
      (:all or j.author_key = :caller or (b.is_private and b.owner_key = :caller)
        or (not b.is_private and (i.key is null or not i.is_private or i.owner_key = :caller)))
      """;

  private static final String PAGE =
      LINE + " from job j " + JOINS + " where j.key < :below and " + VISIBLE;

  /// Each of these is there only when it is asked for, so that an index serves it.
  private static final String OF_STATE = " and j.state = :state";

  private static final String OF_BENCHMARK =
      " and j.benchmark_key = (select key from benchmark where name = :benchmark)";

  private static final String OF_AUTHOR =
      " and j.author_key = (select key from account where lower(name) = lower(:author))";

  private static final String OF_CALLER = " and j.author_key = :caller";

  private static final String NEWEST_FIRST = " order by j.key desc limit <limit>";

  private static final String ONE =
      """
      select j.*, b.name as benchmark, v.version, i.name as implementation, s.id as submission,
        c.name as author
      from job j
      """
          + JOINS
          + " where j.id = :id and "
          + VISIBLE;
  private static final String ATTEMPTS =
      """
      select a.*, r.name as runner from attempt a join runner r on r.key = a.runner_key
      where a.job_key = :job order by a.attempt
      """;
  private static final String RUNS = "select id from run where job_key = :job order by attempt";

  /// Turns go round the benchmarks, and within each round its authors: so a job's place is first
  /// that among its author's jobs of the benchmark, then among the benchmark's.
  private static final String POSITION =
      """
      with queued as (
        select j.key, j.priority, j.queued_at, j.benchmark_key, b.taken_at as benchmark_turn,
          a.taken_at as author_turn,
          row_number() over (partition by j.priority, j.benchmark_key, j.author_key
            order by j.queued_at, j.key) as author_round
        from job j
          left join turn b on b.benchmark_key = j.benchmark_key and b.author_key = 0
          left join turn a on a.benchmark_key = j.benchmark_key and a.author_key = j.author_key
        where j.state = 'queued' and exists (
          select from runner r, job me
          where r.state = 'active' and me.key = :job and can_take(r, j) and can_take(r, me))
      ), turned as (
        select *, row_number() over (partition by priority, benchmark_key
          order by author_round, author_turn nulls first, queued_at, key) as benchmark_round
        from queued
      ), placed as (
        select key, row_number() over (order by priority desc, benchmark_round,
          benchmark_turn nulls first, author_turn nulls first, queued_at, key) as place
        from turned
      )
      select place from placed where key = :job
      """;

  /// A row of a page.
  record Row(long key, JobSummary summary) {}

  /// One job, without what other tables hold.
  record Found(
      long key,
      long authorKey,
      JobSummary summary,
      String hash,
      String document,
      @Nullable Progress progress,
      Demand demand) {}

  List<Row> page(Handle handle, Caller caller, JobFilter filter, long below, int limit) {
    var query = handle.createQuery(PAGE + conditions(filter) + NEWEST_FIRST);
    JobState state = filter.state();
    if (state != null) {
      query.bind("state", state.text());
    }
    if (filter.benchmark() != null) {
      query.bind("benchmark", filter.benchmark());
    }
    if (filter.author() != null) {
      query.bind("author", filter.author());
    }
    return query
        .bind("all", caller.seesAll())
        .bind("caller", caller.accountKey())
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> new Row(row.getLong("key"), summary(row)))
        .list();
  }

  private static String conditions(JobFilter filter) {
    return (filter.state() == null ? "" : OF_STATE)
        + (filter.benchmark() == null ? "" : OF_BENCHMARK)
        + (filter.author() == null ? "" : OF_AUTHOR)
        + (filter.mine() ? OF_CALLER : "");
  }

  Optional<Found> find(Handle handle, Caller caller, String id) {
    return handle
        .createQuery(ONE)
        .bind("all", caller.seesAll())
        .bind("caller", caller.accountKey())
        .bind("id", id)
        .map((row, _) -> found(row))
        .findOne();
  }

  private static Found found(ResultSet row) throws SQLException {
    String progress = row.getString("progress");
    return new Found(
        row.getLong("key"),
        row.getLong("author_key"),
        summary(row),
        row.getString("hash"),
        row.getString("document"),
        progress == null
            ? null
            : JsonCodec.read(
                progress.getBytes(StandardCharsets.UTF_8), Progress.class, "a job's progress"),
        demand(row));
  }

  static Demand demand(ResultSet row) throws SQLException {
    return new Demand(
        row.getString("arch"),
        row.getInt("cores"),
        row.getLong("memory_bytes"),
        row.getInt("gpu"),
        RunnerRepository.texts(row, "labels"),
        row.getString("pool"),
        RunnerRepository.texts(row, "needed_images"));
  }

  static JobSummary summary(ResultSet row) throws SQLException {
    return new JobSummary(
        row.getString("id"),
        JobKind.parse(row.getString("kind")),
        JobState.parse(row.getString("state")),
        row.getString("state_reason"),
        row.getString("benchmark"),
        row.getString("version"),
        row.getString("implementation"),
        row.getString("submission"),
        row.getString("author"),
        row.getBoolean("is_ranked"),
        row.getInt("priority"),
        row.getInt("attempt"),
        row.getObject("cancel_requested_at", OffsetDateTime.class) != null,
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        instant(row, "ended_at"));
  }

  List<AttemptView> attempts(Handle handle, long job) {
    return handle
        .createQuery(ATTEMPTS)
        .bind("job", job)
        .map((row, _) ->
            new AttemptView(
                row.getInt("attempt"),
                row.getString("runner"),
                row.getString("run_id"),
                row.getObject("claimed_at", OffsetDateTime.class).toInstant(),
                instant(row, "confirmed_at"),
                instant(row, "ended_at"),
                row.getString("outcome"),
                row.getString("reason")))
        .list();
  }

  List<String> runs(Handle handle, long job) {
    return handle.createQuery(RUNS).bind("job", job).mapTo(String.class).list();
  }

  /// Empty unless it is queued and an active runner can take it.
  Optional<Integer> position(Handle handle, long job) {
    return handle.createQuery(POSITION).bind("job", job).mapTo(Integer.class).findOne();
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
