package dev.assay.platform.queue;

import dev.assay.core.protocol.Heartbeat;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// Jobs and their attempts. Whoever locks a job and a runner locks the job first; only a claim has
/// the runner first, and skips jobs that are locked.
final class JobRepository {
  private static final String INSERT =
      """
      insert into job (id, kind, benchmark_key, bundle_version_key, author_key, submission_key,
        rejudge_item_key, is_ranked, document, hash, arch, cores, memory_bytes, gpu, labels, pool,
        needed_images, priority)
      values (:id, :kind, :benchmark, :bundleVersion, :author, :submission, :rejudgeItem, :isRanked,
        :document, :hash, :arch, :cores, :memoryBytes, :gpu, :labels, :pool, :neededImages, :priority)
      returning key
      """;
  private static final String LOCKED =
      """
      select key, id, state, attempt, runner_key, lease_confirmed,
        cancel_requested_at is not null as cancel_requested, author_key
      from job
      """;
  private static final String LOCK_BY_KEY = LOCKED + "where key = :key for no key update";
  private static final String LOCK_BY_ID = LOCKED + "where id = :id for no key update";
  private static final String LOCK_EXPIRED =
      LOCKED
          + """
          where state = 'running' and lease_end < now()
          order by lease_end limit 1 for no key update skip locked
          """;
  private static final String LOCK_HELD_BY =
      """
      select j.key, j.id, j.state, j.attempt, j.runner_key, j.lease_confirmed,
        j.cancel_requested_at is not null as cancel_requested, j.author_key
      from job j join attempt a on a.job_key = j.key and a.attempt = j.attempt
        join runner r on r.key = j.runner_key
      where j.runner_key = :runner and j.state = 'running'
        and (cast(:keptInstance as text) is null
          or (a.instance <> :keptInstance and r.instance = :keptInstance))
      for no key update of j
      """;

  /// The order is that of fairness: the operator's priority, the benchmark that has waited longest
  /// for a turn, the author who has within it, age. A runner that had the job before is passed over
  /// while another one is there that can take it and did not.
  private static final String CLAIM =
      """
      with candidate as (
        select j.key
        from job j
          join runner r on r.key = :runner
          left join turn b on b.benchmark_key = j.benchmark_key and b.author_key = 0
          left join turn a on a.benchmark_key = j.benchmark_key and a.author_key = j.author_key
        where j.state = 'queued' and can_take(r, j)
          and not (j.attempt > 0
            and exists (select from attempt old where old.job_key = j.key and old.runner_key = r.key)
            and exists (select from runner o
              where o.key <> r.key and o.state = 'active' and o.activity is null
                and o.last_seen_at > now() - interval '60 seconds' and can_take(o, j)
                and not exists (
                  select from attempt old where old.job_key = j.key and old.runner_key = o.key)))
        order by j.priority desc, b.taken_at nulls first, a.taken_at nulls first, j.queued_at, j.key
        limit 1 for no key update of j skip locked
      ), leased as (
        update job set state = 'running', attempt = job.attempt + 1, runner_key = :runner,
          lease_end = now() + make_interval(secs => :confirmation), lease_confirmed = false,
          progress = null
        from candidate where job.key = candidate.key
        returning job.*
      ), noted as (
        insert into attempt (job_key, attempt, runner_key, instance, run_id)
        select key, attempt, :runner, :instance, id || '-' || attempt from leased
      ), served as (
        insert into turn (benchmark_key, author_key, taken_at)
        select benchmark_key, who, clock_timestamp()
        from leased cross join lateral (values (0::bigint), (author_key)) as served (who)
        on conflict (benchmark_key, author_key) do update set taken_at = excluded.taken_at
      )
      select key, id, attempt, id || '-' || attempt as run_id, kind, document, hash, submission_key,
        rejudge_item_key, bundle_version_key, lease_end, pg_notify('assay_job', id)
      from leased
      """;

  private static final String FIND_HELD =
      """
      select j.key, j.id, j.attempt, a.run_id, j.kind, j.document, j.hash, j.submission_key,
        j.rejudge_item_key, j.bundle_version_key, j.lease_end,
        a.instance = :instance as is_own,
        not j.lease_confirmed and a.instance = :instance as is_told_again
      from job j join attempt a on a.job_key = j.key and a.attempt = j.attempt
      where j.runner_key = :runner and j.state = 'running'
      """;
  private static final String HEARTBEAT =
      """
      with changed as (
        update job j set
          lease_end = case when j.cancel_requested_at is null or not j.lease_confirmed
            then now() + make_interval(secs => :lease) else j.lease_end end,
          lease_confirmed = true,
          progress = coalesce(:progress, j.progress)
        from runner r, job old
        where j.id = :job and j.attempt = :attempt and j.runner_key = :runner and j.state = 'running'
          and r.key = :runner and r.instance = :instance and old.key = j.key
        returning j.key, j.id, j.lease_end, j.cancel_requested_at is not null as cancel,
          not old.lease_confirmed as confirms, j.progress is distinct from old.progress as moved
      ), confirmed as (
        update attempt a set confirmed_at = now() from changed c
        where c.confirms and a.job_key = c.key and a.attempt = :attempt and a.confirmed_at is null
      )
      select lease_end, cancel,
        case when confirms or moved then pg_notify('assay_job', id)::text end from changed
      """;
  private static final String REQUEUE =
      """
      with changed as (
        update job set state = 'queued', runner_key = null, lease_end = null,
          lease_confirmed = false, progress = null
        where key = :key returning id
      )
      select pg_notify('assay_job', id), pg_notify('assay_queue', '') from changed
      """;
  private static final String FINISH =
      """
      with changed as (
        update job set state = :state, state_reason = :reason, runner_key = null, lease_end = null,
          lease_confirmed = false, ended_at = now()
        where key = :key returning id
      )
      select pg_notify('assay_job', id) from changed
      """;
  private static final String END_ATTEMPT =
      """
      update attempt set ended_at = now(), outcome = :outcome, reason = :reason
      where job_key = :job and attempt = :attempt and ended_at is null
      """;
  private static final String ATTEMPT_REASONS =
      """
      select a.attempt, r.name, coalesce(a.reason, 'no reason was given') as reason
      from attempt a join runner r on r.key = a.runner_key
      where a.job_key = :job order by a.attempt
      """;
  private static final String REQUEST_CANCEL =
      """
      with changed as (
        update job set cancel_requested_at = coalesce(cancel_requested_at, now()),
          cancel_requested_by = coalesce(cancel_requested_by, :account)
        where key = :key returning id
      )
      select pg_notify('assay_job', id) from changed
      """;
  private static final String SET_PRIORITY =
      """
      with changed as (update job set priority = :priority where key = :key returning id)
      select pg_notify('assay_job', id), pg_notify('assay_queue', '') from changed
      """;
  private static final String STANDING =
      """
      select j.state = 'running' and j.attempt = a.attempt and j.runner_key = a.runner_key
      from job j join attempt a on a.job_key = j.key
      where j.id = :job and a.attempt = :attempt and a.runner_key = :runner
      for no key update of j
      """;
  private static final String CANCELLATION =
      """
      select j.cancel_requested_at is not null from job j join runner r on r.key = j.runner_key
      where j.id = :job and j.state = 'running' and j.runner_key = :runner
        and (cast(:attempt as integer) is null or j.attempt = :attempt)
      """;
  private static final String REFUSED_BEFORE =
      """
      select exists (select from attempt a join job j on j.key = a.job_key
        where j.id = :job and a.attempt = :attempt and a.runner_key = :runner
          and a.outcome = 'refused')
      """;
  private static final String CLOCK = "select clock_timestamp()";
  private static final String NOTIFY_QUEUE = "select pg_notify('assay_queue', '')";

  long insert(Handle handle, String id, NewJob job) {
    Demand demand = job.demand();
    return handle
        .createQuery(INSERT)
        .registerArrayType(String.class, "text")
        .bind("id", id)
        .bind("kind", job.kind().text())
        .bind("benchmark", job.benchmarkKey())
        .bind("bundleVersion", job.bundleVersionKey())
        .bind("author", job.authorKey())
        .bind("submission", job.submissionKey())
        .bind("rejudgeItem", job.rejudgeItemKey())
        .bind("isRanked", job.isRanked())
        .bind("document", job.document())
        .bind("hash", job.hash())
        .bind("arch", demand.arch())
        .bind("cores", demand.cores())
        .bind("memoryBytes", demand.memoryBytes())
        .bind("gpu", demand.gpu())
        .bindArray("labels", String.class, demand.labels())
        .bind("pool", demand.pool())
        .bindArray("neededImages", String.class, demand.neededImages())
        .bind("priority", job.priority())
        .mapTo(long.class)
        .one();
  }

  /// The database's clock.
  Instant clock(Jdbi jdbi) {
    return jdbi.withHandle(handle ->
        handle
            .createQuery(CLOCK)
            .map((row, _) -> row.getObject(1, OffsetDateTime.class).toInstant())
            .one());
  }

  void notifyQueue(Handle handle) {
    handle.createQuery(NOTIFY_QUEUE).map((row, _) -> true).one();
  }

  Optional<LockedJob> lock(Handle handle, long key) {
    return handle.createQuery(LOCK_BY_KEY).bind("key", key).map((row, _) -> locked(row)).findOne();
  }

  Optional<LockedJob> lock(Handle handle, String id) {
    return handle.createQuery(LOCK_BY_ID).bind("id", id).map((row, _) -> locked(row)).findOne();
  }

  /// A job whose lease has run out and that nobody else is ending.
  Optional<LockedJob> lockExpired(Handle handle) {
    return handle.createQuery(LOCK_EXPIRED).map((row, _) -> locked(row)).findOne();
  }

  /// What a runner holds, but for what the process `keptInstance` holds; nothing when that is not
  /// the runner's newest.
  List<LockedJob> lockHeldBy(Handle handle, long runner, @Nullable String keptInstance) {
    return handle
        .createQuery(LOCK_HELD_BY)
        .bind("runner", runner)
        .bind("keptInstance", keptInstance)
        .map((row, _) -> locked(row))
        .list();
  }

  private static LockedJob locked(ResultSet row) throws SQLException {
    return new LockedJob(
        row.getLong("key"),
        row.getString("id"),
        JobState.parse(row.getString("state")),
        row.getInt("attempt"),
        row.getObject("runner_key", Long.class),
        row.getBoolean("lease_confirmed"),
        row.getBoolean("cancel_requested"),
        row.getLong("author_key"));
  }

  Optional<ClaimedJob> claim(Handle handle, long runner, String instance, Duration confirmation) {
    return handle
        .createQuery(CLAIM)
        .bind("runner", runner)
        .bind("instance", instance)
        .bind("confirmation", seconds(confirmation))
        .map((row, _) -> claimed(row))
        .findOne();
  }

  /// The lease that a runner holds.
  ///
  /// @param isOwn whether it is this process's
  /// @param isToldAgain whether it is this process's and was never confirmed
  record Held(ClaimedJob job, boolean isOwn, boolean isToldAgain) {}

  Optional<Held> findHeld(Handle handle, long runner, String instance) {
    return handle
        .createQuery(FIND_HELD)
        .bind("runner", runner)
        .bind("instance", instance)
        .map((row, _) ->
            new Held(claimed(row), row.getBoolean("is_own"), row.getBoolean("is_told_again")))
        .findOne();
  }

  private static ClaimedJob claimed(ResultSet row) throws SQLException {
    return new ClaimedJob(
        row.getLong("key"),
        row.getString("id"),
        row.getInt("attempt"),
        row.getString("run_id"),
        JobKind.parse(row.getString("kind")),
        row.getString("document"),
        row.getString("hash"),
        row.getObject("submission_key", Long.class),
        row.getObject("rejudge_item_key", Long.class),
        row.getLong("bundle_version_key"),
        row.getObject("lease_end", OffsetDateTime.class).toInstant());
  }

  /// Confirms or prolongs a lease; empty when this process does not hold it.
  Optional<Heartbeat.Answer> heartbeat(
      Handle handle, AttemptName name, String instance, @Nullable String progress, Duration lease) {
    return bound(handle.createQuery(HEARTBEAT), name)
        .bind("instance", instance)
        .bind("progress", progress)
        .bind("lease", seconds(lease))
        .map((row, _) ->
            new Heartbeat.Answer(
                row.getObject("lease_end", OffsetDateTime.class).toInstant(),
                row.getBoolean("cancel")))
        .findOne();
  }

  private static Query bound(Query query, AttemptName name) {
    return query
        .bind("runner", name.runnerKey())
        .bind("job", name.jobId())
        .bind("attempt", name.attempt());
  }

  void requeue(Handle handle, long key) {
    handle.createQuery(REQUEUE).bind("key", key).map((row, _) -> true).one();
  }

  void finish(Handle handle, long key, JobState state, @Nullable String reason) {
    handle
        .createQuery(FINISH)
        .bind("key", key)
        .bind("state", state.text())
        .bind("reason", reason)
        .map((row, _) -> true)
        .one();
  }

  /// @param outcome `ended`, `lost` or `refused`
  void endAttempt(Handle handle, long job, int attempt, String outcome, @Nullable String reason) {
    handle
        .createUpdate(END_ATTEMPT)
        .bind("job", job)
        .bind("attempt", attempt)
        .bind("outcome", outcome)
        .bind("reason", reason)
        .execute();
  }

  /// A sentence for each attempt.
  List<String> attemptReasons(Handle handle, long job) {
    return handle
        .createQuery(ATTEMPT_REASONS)
        .bind("job", job)
        .map((row, _) ->
            "%d on %s: %s"
                .formatted(row.getInt("attempt"), row.getString("name"), row.getString("reason")))
        .list();
  }

  void requestCancel(Handle handle, long key, long account) {
    handle
        .createQuery(REQUEST_CANCEL)
        .bind("key", key)
        .bind("account", account)
        .map((row, _) -> true)
        .one();
  }

  void setPriority(Handle handle, long key, int priority) {
    handle
        .createQuery(SET_PRIORITY)
        .bind("key", key)
        .bind("priority", priority)
        .map((row, _) -> true)
        .one();
  }

  /// Whether the lease is held; empty when the runner never had it. Locks the job.
  Optional<Boolean> lockStanding(Handle handle, AttemptName name) {
    return bound(handle.createQuery(STANDING), name).mapTo(Boolean.class).findOne();
  }

  /// Whether the job that a runner holds is to be cancelled; empty when it does not hold it.
  Optional<Boolean> findCancellation(
      Handle handle, long runner, String job, @Nullable Integer attempt) {
    return handle
        .createQuery(CANCELLATION)
        .bind("runner", runner)
        .bind("job", job)
        .bind("attempt", attempt)
        .mapTo(Boolean.class)
        .findOne();
  }

  boolean wasRefused(Handle handle, AttemptName name) {
    return bound(handle.createQuery(REFUSED_BEFORE), name).mapTo(boolean.class).one();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
