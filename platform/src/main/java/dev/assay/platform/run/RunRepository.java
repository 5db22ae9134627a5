package dev.assay.platform.run;

import dev.assay.core.judge.Verdict;
import dev.assay.platform.access.Caller;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Runs, as far as a caller may see them: those of public benchmarks and implementations, one's
/// own, and all of one's own private benchmark.
///
/// How many rows are asked for is written into statements instead of bound, since the database
/// plans a statement with a bound limit anew at each execution, which takes 20 ms with so many
/// joins.
final class RunRepository {
  private static final String COLUMNS =
      """
      select r.key, r.id, j.id as job_id, r.attempt, r.machine_class, r.opened_at,
          coalesce(e.state, case when j.state = 'running' and j.attempt = r.attempt
            then 'running' else 'platform-error' end) as state,
          case when e.run_key is not null then e.state_reason
            when j.state = 'running' and j.attempt = r.attempt then null
            else coalesce(a.reason, 'its runner was lost') end as state_reason,
          e.run_key is not null as is_closed, b.name as benchmark, v.version, v.hash,
          v.archive_blob, m.id as implementation_id, m.name as implementation_name,
          s.id as submission_id, s.repository, s.path, s.commit_id, s.tree_hash, s.source_blob,
          n.id as runner_id, n.name as runner_name,
          not m.is_private and not b.is_private or m.owner_key = :account
            or b.owner_key = :account or :all as may_fetch_source
      """;

  private static final String JOINS =
      """
      join job j on j.key = r.job_key
      join attempt a on a.job_key = r.job_key and a.attempt = r.attempt
      join submission s on s.key = r.submission_key
      join implementation m on m.key = r.implementation_key
      join bundle_version v on v.key = r.bundle_version_key
      join benchmark b on b.key = v.benchmark_key
      join runner n on n.key = r.runner_key
      left join run_end e on e.run_key = r.key
      """;

  private static final String VISIBLE =
      """
      (:all or ((not b.is_private or b.owner_key = :account)
        and (not m.is_private or m.owner_key = :account
          or (b.is_private and b.owner_key = :account))))
      """;

  private static final String FIND =
      COLUMNS + " from run r " + JOINS + " where r.id = :id and " + VISIBLE;

  private static final String LIST =
      COLUMNS
          + " from run r "
          + JOINS
          + " where r.key < :below and "
          + VISIBLE
          + " order by r.key desc limit <limit>";

  /// Keys first, from the index alone, since how many runs one implementation has is nothing that
  /// the database knows when it plans. Who may see one of its runs may see all.
  private static final String LIST_OF_IMPLEMENTATION =
      COLUMNS
          + """
           from run r
          """
          + JOINS
          + """
           where r.key = any(array(
              select y.key from implementation i join run y on y.implementation_key = i.key
              where i.id = :filter and y.key < :below order by y.key desc limit <limit>))
            and
          """
          + VISIBLE
          + " order by r.key desc";

  private static final String LIST_OF_RUNNER =
      COLUMNS
          + " from runner o join run r on r.runner_key = o.key "
          + JOINS
          + " where o.id = :filter and r.key < :below and "
          + VISIBLE
          + " order by r.key desc limit <limit>";

  private static final String LIST_OF_SUBMISSION =
      COLUMNS
          + """
           from run r
          """
          + JOINS
          + """
           where r.key = any(array(
              select y.key from submission i join run y on y.submission_key = i.key
              where i.id = :filter and y.key < :below order by y.key desc limit <limit>))
            and
          """
          + VISIBLE
          + " order by r.key desc";

  /// The newest of each version, by its index, so that a benchmark with few runs among millions is
  /// found as fast.
  private static final String LIST_OF_BENCHMARK =
      COLUMNS
          + """
           from (
            select x.* from benchmark c
            join bundle_version w on w.benchmark_key = c.key
            cross join lateral (
              select y.* from run y join implementation m on m.key = y.implementation_key
              where y.bundle_version_key = w.key and y.key < :below
                and (:all or not m.is_private or m.owner_key = :account
                  or c.owner_key = :account)
              order by y.key desc limit <limit>) x
            where c.name = :filter
          ) r
          """
          + JOINS
          + " where "
          + VISIBLE
          + " order by r.key desc limit <limit>";

  /// What the closing says again is left out, since documents are most of what a run costs to read.
  private static final String DOCUMENTS =
      """
      select case when e.run_key is null then r.document end as opened, e.document as closed,
          d.document as built
      from run r
      left join run_end e on e.run_key = r.key
      left join run_build d on d.run_key = r.key and e.run_key is null
      where r.key = :run
      """;

  private static final String POINT_DOCUMENTS =
      "select document from point_result where run_key = :run order by point_no";

  private static final String FIND_POINT =
      "select document from point_result where run_key = :run and point_no = :pointNo";

  private static final String SOME_POINTS =
      """
      select point_no, document from point_result
      where run_key = :run and point_no >= :from and point_no < :below
      """;

  private static final String MEASURED_COUNTS =
      """
      select m.point_no, count(distinct m.case_no) from measured_case m
      where m.run_key = :run and not exists (
        select from point_result p where p.run_key = m.run_key and p.point_no = m.point_no)
      group by m.point_no
      """;

  private static final String RUN_DECISIONS =
      """
      select q.point_no, q.is_cleared, q.reason, a.name, q.decided_at
      from suspicion_decision q join account a on a.key = q.decided_by
      where q.run_key = :run order by q.key desc
      """;

  /// Of the same implementation, bundle and class of machine.
  private static final String PREVIOUS =
      """
      select r.id from verdict d join run r on r.key = d.run_key
      where (d.bundle_version_key, d.implementation_key, d.machine_class) =
          (select bundle_version_key, implementation_key, machine_class from run where key = :run)
        and d.point = :point and d.run_key < :run and d.outcome <> 'not-judged'
      order by d.run_key desc limit 1
      """;

  private static final String MEASURED =
      """
      select process, document from measured_case where run_key = :run and point_no = :pointNo
      order by process, received_at, case_no
      """;

  /// The newest verdict of each point.
  private static final String VERDICTS =
      """
      select distinct on (d.point_no) d.point_no, d.point, d.outcome, d.reason, d.cases_ok,
          d.cases_all, d.is_suspect, d.is_ranked, d.score, d.judged_at, v.version,
          t.id as rejudging,
          (select q.is_cleared from suspicion_decision q
            where q.run_key = d.run_key and q.point_no = d.point_no
            order by q.key desc limit 1) as is_cleared
      from verdict d
      join bundle_version v on v.key = d.bundle_version_key
      left join rejudge_set t on t.key = d.rejudge_set_key
      where d.run_key = :run
      order by d.point_no, d.key desc
      """;

  private static final String POINT_VERDICTS =
      """
      select d.point_no, d.point, d.outcome, d.reason, d.cases_ok, d.cases_all, d.is_suspect,
          d.is_ranked, d.score, d.judged_at, v.version, t.id as rejudging,
          null::boolean as is_cleared
      from verdict d
      join bundle_version v on v.key = d.bundle_version_key
      left join rejudge_set t on t.key = d.rejudge_set_key
      where d.run_key = :run and d.point_no = :pointNo
      order by d.key desc
      """;

  private static final String DECISIONS =
      """
      select q.is_cleared, q.reason, a.name, q.decided_at
      from suspicion_decision q join account a on a.key = q.decided_by
      where q.run_key = :run and q.point_no = :pointNo
      order by q.key desc
      """;

  private static final String FILES =
      "select name, blob, bytes from run_file where run_key = :run order by name";

  private static final String FIND_FILE =
      "select name, blob, bytes from run_file where run_key = :run and name = :name";

  private static final String CASES =
      """
      select p.point, c.case_no, c.seed, c.kind, c.status, c.seconds, c.score
      from case_result c
      join point_result p on p.run_key = c.run_key and p.point_no = c.point_no
      where c.run_key = :run
      order by c.point_no, c.case_no
      """;

  private static final String EXPORTED =
      COLUMNS
          + " from run r "
          + JOINS
          + " where b.name = :benchmark and "
          + VISIBLE
          + " order by r.key";

  private static final String MANIFESTS =
      """
      select v.version, v.spec from bundle_version v join benchmark b on b.key = v.benchmark_key
      where b.name = :benchmark and (:all or not b.is_private or b.owner_key = :account)
      order by v.key
      """;

  private final Handle handle;
  private final Caller caller;

  RunRepository(Handle handle, Caller caller) {
    this.handle = handle;
    this.caller = caller;
  }

  /// @param opened absent when it is closed
  record Documents(@Nullable String opened, @Nullable String closed, @Nullable String built) {}

  record VerdictRow(
      int pointNo,
      String point,
      Verdict verdict,
      int casesOk,
      int casesAll,
      boolean isSuspect,
      @Nullable Boolean isCleared,
      boolean isRanked,
      @Nullable Double score,
      String version,
      @Nullable String rejudging,
      Instant judgedAt) {}

  record FileRow(String name, String blob, long bytes) {}

  /// @param kind ordinal of core.run.CaseKind
  /// @param status ordinal of core.run.Status
  record CaseRow(
      String point,
      int caseNo,
      long seed,
      int kind,
      int status,
      @Nullable Double seconds,
      @Nullable Double score) {}

  record Manifest(String version, String spec) {}

  Optional<RunRow> find(String id) {
    return handle
        .createQuery(FIND)
        .bind("id", id)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .map((row, context) -> run(row))
        .findOne();
  }

  List<RunRow> list(RunFilter filter, long below, int limit) {
    String sql =
        switch (filter.by()) {
          case EVERYTHING -> LIST;
          case BENCHMARK -> LIST_OF_BENCHMARK;
          case IMPLEMENTATION -> LIST_OF_IMPLEMENTATION;
          case RUNNER -> LIST_OF_RUNNER;
          case SUBMISSION -> LIST_OF_SUBMISSION;
        };
    var query =
        handle
            .createQuery(sql)
            .bind("below", below)
            .define("limit", limit)
            .bind("account", caller.accountKey())
            .bind("all", caller.seesAll());
    if (filter.by() != RunFilter.By.EVERYTHING) {
      query.bind("filter", filter.value());
    }
    return query.map((row, context) -> run(row)).list();
  }

  private static RunRow run(ResultSet row) throws SQLException {
    return new RunRow(
        row.getLong("key"),
        row.getString("id"),
        row.getString("job_id"),
        row.getInt("attempt"),
        row.getString("state"),
        row.getString("state_reason"),
        row.getBoolean("is_closed"),
        row.getString("benchmark"),
        row.getString("version"),
        row.getString("hash"),
        row.getString("implementation_id"),
        row.getString("implementation_name"),
        row.getString("submission_id"),
        row.getString("repository"),
        row.getString("path"),
        row.getString("commit_id"),
        row.getString("tree_hash"),
        row.getString("machine_class"),
        row.getString("runner_id"),
        row.getString("runner_name"),
        row.getObject("opened_at", OffsetDateTime.class).toInstant(),
        row.getBoolean("may_fetch_source"),
        row.getString("source_blob"),
        row.getString("archive_blob"));
  }

  Documents documents(long run) {
    return handle
        .createQuery(DOCUMENTS)
        .bind("run", run)
        .map((row, context) -> new Documents(row.getString(1), row.getString(2), row.getString(3)))
        .one();
  }

  List<String> pointDocuments(long run) {
    return handle.createQuery(POINT_DOCUMENTS).bind("run", run).mapTo(String.class).list();
  }

  Optional<String> findPoint(long run, int pointNo) {
    return handle
        .createQuery(FIND_POINT)
        .bind("run", run)
        .bind("pointNo", pointNo)
        .mapTo(String.class)
        .findOne();
  }

  List<MeasuredRow> measured(long run, int pointNo) {
    return handle
        .createQuery(MEASURED)
        .bind("run", run)
        .bind("pointNo", pointNo)
        .map((row, context) -> new MeasuredRow(row.getInt(1), row.getString(2)))
        .list();
  }

  /// Those points from `from` to before `below` that are through.
  Map<Integer, String> pointDocuments(long run, int from, int below) {
    var documents = new HashMap<Integer, String>();
    handle
        .createQuery(SOME_POINTS)
        .bind("run", run)
        .bind("from", from)
        .bind("below", below)
        .map((row, context) -> documents.put(row.getInt(1), row.getString(2)))
        .list();
    return documents;
  }

  /// How many cases were measured of points that are not through.
  Map<Integer, Integer> measuredCounts(long run) {
    var counts = new HashMap<Integer, Integer>();
    handle
        .createQuery(MEASURED_COUNTS)
        .bind("run", run)
        .map((row, context) -> counts.put(row.getInt(1), row.getInt(2)))
        .list();
    return counts;
  }

  List<RunReading.RunDecision> decisions(long run) {
    return handle
        .createQuery(RUN_DECISIONS)
        .bind("run", run)
        .map((row, context) ->
            new RunReading.RunDecision(
                row.getInt(1),
                row.getBoolean(2),
                row.getString(3),
                row.getString(4),
                row.getObject(5, OffsetDateTime.class).toInstant()))
        .list();
  }

  Optional<String> findPrevious(long run, String point) {
    return handle
        .createQuery(PREVIOUS)
        .bind("run", run)
        .bind("point", point)
        .mapTo(String.class)
        .findOne();
  }

  record MeasuredRow(int process, String document) {}

  List<VerdictRow> verdicts(long run) {
    return handle.createQuery(VERDICTS).bind("run", run).map((row, context) -> verdict(row)).list();
  }

  List<VerdictRow> verdicts(long run, int pointNo) {
    return handle
        .createQuery(POINT_VERDICTS)
        .bind("run", run)
        .bind("pointNo", pointNo)
        .map((row, context) -> verdict(row))
        .list();
  }

  private static VerdictRow verdict(ResultSet row) throws SQLException {
    return new VerdictRow(
        row.getInt("point_no"),
        row.getString("point"),
        new Verdict(
            Verdict.Outcome.valueOf(
                row.getString("outcome").toUpperCase(Locale.ROOT).replace('-', '_')),
            row.getString("reason")),
        row.getInt("cases_ok"),
        row.getInt("cases_all"),
        row.getBoolean("is_suspect"),
        row.getObject("is_cleared", Boolean.class),
        row.getBoolean("is_ranked"),
        row.getObject("score", Double.class),
        row.getString("version"),
        row.getString("rejudging"),
        row.getObject("judged_at", OffsetDateTime.class).toInstant());
  }

  List<PointView.Decision> decisions(long run, int pointNo) {
    return handle
        .createQuery(DECISIONS)
        .bind("run", run)
        .bind("pointNo", pointNo)
        .map((row, context) ->
            new PointView.Decision(
                row.getBoolean(1),
                row.getString(2),
                row.getString(3),
                row.getObject(4, OffsetDateTime.class).toInstant()))
        .list();
  }

  List<FileRow> files(long run) {
    return handle.createQuery(FILES).bind("run", run).map((row, context) -> file(row)).list();
  }

  Optional<FileRow> findFile(long run, String name) {
    return handle
        .createQuery(FIND_FILE)
        .bind("run", run)
        .bind("name", name)
        .map((row, context) -> file(row))
        .findOne();
  }

  private static FileRow file(ResultSet row) throws SQLException {
    return new FileRow(row.getString(1), row.getString(2), row.getLong(3));
  }

  /// The cases of a run, as they come from the database.
  void forEachCase(long run, Consumer<CaseRow> each) {
    try (var cases =
        handle
            .createQuery(CASES)
            .bind("run", run)
            .map((row, context) ->
                new CaseRow(
                    row.getString(1),
                    row.getInt(2),
                    row.getLong(3),
                    row.getInt(4),
                    row.getInt(5),
                    row.getObject(6, Double.class),
                    row.getObject(7, Double.class)))
            .stream()) {
      cases.forEach(each);
    }
  }

  /// All runs of a benchmark that the caller may see, oldest first. Within a transaction they are
  /// not all in memory at once.
  void forEachRun(String benchmark, Consumer<RunRow> each) {
    try (var runs =
        handle
            .createQuery(EXPORTED)
            .setFetchSize(500)
            .bind("benchmark", benchmark)
            .bind("account", caller.accountKey())
            .bind("all", caller.seesAll())
            .map((row, context) -> run(row))
            .stream()) {
      runs.forEach(each);
    }
  }

  /// Empty when there is no such benchmark, or the caller may not see it.
  List<Manifest> manifests(String benchmark) {
    return handle
        .createQuery(MANIFESTS)
        .bind("benchmark", benchmark)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .map((row, context) -> new Manifest(row.getString(1), row.getString(2)))
        .list();
  }
}
