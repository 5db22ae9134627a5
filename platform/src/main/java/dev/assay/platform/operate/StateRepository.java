package dev.assay.platform.operate;

import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// What all processes together have in the database. Each query is served by a partial index or a
/// small table, so that a scrape stays cheap with millions of jobs.
final class StateRepository {
  private static final String QUEUE =
      """
      select count(*) as jobs,
        coalesce(extract(epoch from now() - min(queued_at)), 0)::double precision as oldest
      from job where state = 'queued'
      """;
  private static final String RUNNING = "select count(*) from job where state = 'running'";
  private static final String ENDED =
      """
      select state as name, count(*) as amount from job
      where ended_at > now() - interval '1 day' group by state
      """;
  private static final String RUNNERS =
      """
      select case when state = 'active' and coalesce(last_seen_at < now() - interval '60 s', true)
        then 'silent' else state end as name, count(*) as amount
      from runner group by 1
      """;
  private static final String ALIVE = "select 1";

  private final Jdbi jdbi;

  StateRepository(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @param queued jobs that wait
  /// @param oldestSeconds since the oldest of them waits; 0 without any
  /// @param running jobs that are with a runner
  /// @param ended jobs of the last 24 h by terminal state
  /// @param runners by state; `silent` are active ones that were not heard of for 60 s
  record State(
      long queued,
      double oldestSeconds,
      long running,
      Map<String, Long> ended,
      Map<String, Long> runners) {}

  PlatformState now() {
    return jdbi.inTransaction(handle -> {
      long running = handle.createQuery(RUNNING).mapTo(Long.class).one();
      Map<String, Long> runners = amounts(handle, RUNNERS);
      return handle
          .createQuery(QUEUE)
          .map(row ->
              new PlatformState(
                  row.getColumn("jobs", Long.class),
                  row.getColumn("oldest", Double.class),
                  running,
                  runners))
          .one();
    });
  }

  State load() {
    return jdbi.inTransaction(StateRepository::load);
  }

  private static State load(Handle handle) {
    long running = handle.createQuery(RUNNING).mapTo(Long.class).one();
    Map<String, Long> ended = amounts(handle, ENDED);
    Map<String, Long> runners = amounts(handle, RUNNERS);
    return handle
        .createQuery(QUEUE)
        .map(row ->
            new State(
                row.getColumn("jobs", Long.class),
                row.getColumn("oldest", Double.class),
                running,
                ended,
                runners))
        .one();
  }

  private static Map<String, Long> amounts(Handle handle, String sql) {
    var amounts = new TreeMap<String, Long>();
    handle
        .createQuery(sql)
        .map(row ->
            amounts.put(row.getColumn("name", String.class), row.getColumn("amount", Long.class)))
        .list();
    return amounts;
  }

  /// @throws RuntimeException when the database gives no answer
  void ping() {
    jdbi.useHandle(handle -> handle.createQuery(ALIVE).mapTo(Integer.class).one());
  }
}
