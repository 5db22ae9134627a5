package dev.assay.platform.page.account;

import dev.assay.core.text.SafeText;
import dev.assay.platform.page.Moment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// What an account has made, however much others have: each by an index that begins with the
/// account.
final class OwnWorkRepository {
  private static final String IMPLEMENTATIONS =
      """
      select i.id, i.name, b.name as benchmark, i.is_private, i.created_at
      from implementation i join benchmark b on b.key = i.benchmark_key
      where i.owner_key = :account
      order by i.key desc limit <limit>
      """;

  private static final String JOBS =
      """
      select j.id, j.state, j.state_reason, j.created_at, b.name as benchmark, v.version,
        s.id as submission, left(s.commit_id, 10) as commit, i.id as implementation,
        i.name as implementation_name,
        (select u.id from run u where u.job_key = j.key order by u.attempt desc limit 1) as run
      from (select * from job where author_key = :account order by key desc limit <limit>) j
        join benchmark b on b.key = j.benchmark_key
        join bundle_version v on v.key = j.bundle_version_key
        left join submission s on s.key = j.submission_key
        left join implementation i on i.key = s.implementation_key
      order by j.key desc
      """;

  /// As quotas count (`submission.QuotaRepository`), but of a day no more than the newest 5,000
  /// jobs are looked at.
  private static final String USED =
      """
      select
        (select count(*) from job where author_key = :account and kind = 'measure'
          and state = 'queued')
        + (select count(*) from job where author_key = :account and kind = 'measure'
          and state = 'running') as waiting,
        (select count(*) from (select kind, state, created_at from job
            where author_key = :account order by key desc limit 5000) newest
          where kind = 'measure' and created_at > now() - interval '24 hours' and state in
            ('queued', 'running', 'finished', 'build-failed', 'bundle-error')) as daily
      """;

  /// Of why a job ended so; its own page has all of it.
  private static final int MOST_REASON = 160;

  private final Jdbi jdbi;

  OwnWorkRepository(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  OwnWork load(long account, int limit) {
    return jdbi.withHandle(handle ->
        new OwnWork(
            handle
                .createQuery(IMPLEMENTATIONS)
                .bind("account", account)
                .define("limit", limit)
                .map((row, _) -> implementation(row))
                .list(),
            handle
                .createQuery(JOBS)
                .bind("account", account)
                .define("limit", limit)
                .map((row, _) -> job(row))
                .list()));
  }

  OwnWork.Use use(long account) {
    return jdbi.withHandle(handle ->
        handle
            .createQuery(USED)
            .bind("account", account)
            .map((row, _) -> new OwnWork.Use(row.getInt("waiting"), row.getInt("daily")))
            .one());
  }

  private static OwnWork.ImplementationRow implementation(ResultSet row) throws SQLException {
    return new OwnWork.ImplementationRow(
        row.getString("id"),
        row.getString("name"),
        row.getString("benchmark"),
        row.getBoolean("is_private"),
        createdAt(row));
  }

  private static OwnWork.JobRow job(ResultSet row) throws SQLException {
    return new OwnWork.JobRow(
        row.getString("id"),
        row.getString("state"),
        reason(row.getString("state_reason")),
        row.getString("benchmark"),
        row.getString("version"),
        row.getString("implementation"),
        row.getString("implementation_name"),
        row.getString("submission"),
        row.getString("commit"),
        row.getString("run"),
        createdAt(row));
  }

  private static @Nullable String reason(@Nullable String text) {
    return text == null ? null : SafeText.oneLine(text, MOST_REASON);
  }

  private static Moment createdAt(ResultSet row) throws SQLException {
    return Moment.of(row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
