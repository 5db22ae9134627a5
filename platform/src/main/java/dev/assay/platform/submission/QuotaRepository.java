package dev.assay.platform.submission;

import org.jdbi.v3.core.Handle;

/// What an author has asked for, by the states of jobs.
final class QuotaRepository {
  /// Who else submits for the account waits until the transaction ends; rows that refer to it do
  /// not.
  private static final String LOCK =
      """
      select coalesce(jobs_waiting_quota, -1) as waiting, coalesce(jobs_daily_quota, -1) as daily
      from account where key = :account for no key update
      """;

  private static final String USED =
      """
      select count(*) filter (where state in ('queued', 'running')) as waiting,
        count(*) filter (where created_at > now() - interval '24 hours' and state in
          ('queued', 'running', 'finished', 'build-failed', 'bundle-error')) as daily
      from job where author_key = :account and kind = 'measure'
        and (state in ('queued', 'running') or created_at > now() - interval '24 hours')
      """;

  /// Of waiting jobs, and of jobs in 24 hours; -1 where an account has no number of its own.
  record Amounts(int waiting, int daily) {}

  Amounts lockOverrides(Handle handle, long account) {
    return amounts(handle, LOCK, account);
  }

  Amounts used(Handle handle, long account) {
    return amounts(handle, USED, account);
  }

  private static Amounts amounts(Handle handle, String sql, long account) {
    return handle
        .createQuery(sql)
        .bind("account", account)
        .map((row, _) -> new Amounts(row.getInt("waiting"), row.getInt("daily")))
        .one();
  }
}
