package dev.assay.platform.queue;

import dev.assay.core.protocol.Progress;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// The queue as a whole; what a caller may not see is not there.
final class QueueBoardRepository {
  /// Places are told of so many jobs, those that are next by priority and time.
  private static final int MOST_PLACED = 2_000;

  /// As `JobViewRepository.POSITION`, for all that is queued.
  private static final String WAITING =
      """
      with queued as (
        select j.key, j.priority, j.queued_at, j.benchmark_key, j.author_key,
          b.taken_at as benchmark_turn, a.taken_at as author_turn,
          row_number() over (partition by j.priority, j.benchmark_key, j.author_key
            order by j.queued_at, j.key) as author_round
        from (select key, priority, queued_at, benchmark_key, author_key from job
            where state = 'queued' order by priority desc, queued_at, key limit <most>) j
          left join turn b on b.benchmark_key = j.benchmark_key and b.author_key = 0
          left join turn a on a.benchmark_key = j.benchmark_key and a.author_key = j.author_key
      ), turned as (
        select *, row_number() over (partition by priority, benchmark_key
          order by author_round, author_turn nulls first, queued_at, key) as benchmark_round
        from queued
      ), placed as (
        select key, row_number() over (order by priority desc, benchmark_round,
          benchmark_turn nulls first, author_turn nulls first, queued_at, key) as place
        from turned
      )
      """
          + JobViewRepository.LINE
          + """
          , p.place, j.arch, j.cores, j.memory_bytes, j.gpu, j.labels, j.pool, j.needed_images
          from placed p join job j on j.key = p.key
          """
          + JobViewRepository.JOINS
          + " where p.place > :after and "
          + JobViewRepository.VISIBLE
          + " order by p.place limit <limit>";

  private static final String RUNNING =
      JobViewRepository.LINE
          + """
          , j.progress, n.id as runner_id, n.name as runner_name, a.claimed_at,
            (select o.id from run o where o.job_key = j.key and o.attempt = j.attempt) as run_id
          from job j
          join attempt a on a.job_key = j.key and a.attempt = j.attempt
          join runner n on n.key = j.runner_key
          """
          + JobViewRepository.JOINS
          + " where j.state = 'running' and j.key < :below and "
          + JobViewRepository.VISIBLE
          + " order by j.key desc limit <limit>";

  private static final String ENDED =
      JobViewRepository.LINE
          + """
          , (select o.id from run o where o.job_key = j.key order by o.attempt desc limit 1)
            as run_id
          from job j
          """
          + JobViewRepository.JOINS
          + """
           where j.ended_at <= :at and (j.ended_at, j.key) < (:at, :below) and
          """
          + JobViewRepository.VISIBLE
          + " order by j.ended_at desc, j.key desc limit <limit>";

  private static final String COUNTS =
      """
      select (select count(*) from job where state = 'queued') as waiting,
        (select count(*) from job where state = 'running') as running
      """;

  private static final String TAKERS =
      """
      select r.name, coalesce(r.last_seen_at > now() - interval '60 seconds', false) as is_heard,
        r.activity is null and not exists (
          select from job j where j.runner_key = r.key and j.state = 'running') as is_free
      from runner r
      where r.state = 'active'
        and (cast(:arch as text) is null or r.arch = :arch)
        and r.cores >= :cores and r.memory_bytes >= :memory and r.gpu >= :gpu
        and r.labels @> :labels and (cast(:pool as text) is null or r.pool = :pool)
        and (:anyImages or r.image_digests @> :images)
      order by r.name
      """;

  /// @param place in the order in which a single runner would take what is queued
  record WaitingRow(JobSummary job, Instant queuedAt, int place, Demand demand) {}

  record EndedRow(long key, QueueBoard.Ended ended) {}

  record RunningRow(long key, QueueBoard.Measured measured) {}

  /// A runner that has what is asked for.
  record Taker(String name, boolean isHeard, boolean isFree) {}

  QueueBoard.Counts counts(Handle handle) {
    return handle
        .createQuery(COUNTS)
        .map((row, _) -> new QueueBoard.Counts(row.getInt("waiting"), row.getInt("running")))
        .one();
  }

  List<WaitingRow> waiting(Handle handle, Caller caller, int after, int limit) {
    return seenBy(caller, handle.createQuery(WAITING))
        .define("most", MOST_PLACED)
        .bind("after", after)
        .define("limit", limit)
        .map((row, _) ->
            new WaitingRow(
                JobViewRepository.summary(row),
                instant(row, "queued_at"),
                row.getInt("place"),
                JobViewRepository.demand(row)))
        .list();
  }

  List<RunningRow> running(Handle handle, Caller caller, long below, int limit) {
    return seenBy(caller, handle.createQuery(RUNNING))
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) ->
            new RunningRow(
                row.getLong("key"),
                new QueueBoard.Measured(
                    JobViewRepository.summary(row),
                    row.getString("run_id"),
                    row.getString("runner_id"),
                    row.getString("runner_name"),
                    instant(row, "claimed_at"),
                    progress(row.getString("progress")))))
        .list();
  }

  private static @Nullable Progress progress(@Nullable String json) {
    return json == null
        ? null
        : JsonCodec.read(json.getBytes(StandardCharsets.UTF_8), Progress.class, "a job's progress");
  }

  /// @param at the newest end of those that are asked for
  List<EndedRow> ended(Handle handle, Caller caller, Instant at, long below, int limit) {
    return seenBy(caller, handle.createQuery(ENDED))
        .bind("at", at.atOffset(ZoneOffset.UTC))
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) ->
            new EndedRow(
                row.getLong("key"),
                new QueueBoard.Ended(
                    JobViewRepository.summary(row),
                    row.getString("run_id"),
                    instant(row, "ended_at"))))
        .list();
  }

  List<Taker> takers(Handle handle, Demand demand) {
    return handle
        .createQuery(TAKERS)
        .registerArrayType(String.class, "text")
        .bind("arch", demand.arch())
        .bind("cores", demand.cores())
        .bind("memory", demand.memoryBytes())
        .bind("gpu", demand.gpu())
        .bindArray("labels", String.class, demand.labels())
        .bind("pool", demand.pool())
        .bind("anyImages", demand.neededImages().isEmpty())
        .bindArray("images", String.class, demand.neededImages())
        .map((row, _) ->
            new Taker(row.getString("name"), row.getBoolean("is_heard"), row.getBoolean("is_free")))
        .list();
  }

  private static <S extends SqlStatement<S>> S seenBy(Caller caller, S statement) {
    return statement.bind("all", caller.seesAll()).bind("caller", caller.accountKey());
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
