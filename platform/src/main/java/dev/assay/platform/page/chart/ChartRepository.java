package dev.assay.platform.page.chart;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/// Numbers of runs that a caller is known to see. Each query is one index descent for each thing
/// that it is asked for.
final class ChartRepository {
  /// The ok cases of the sample, as standings take them.
  private static final String VALUES =
      """
      select r.id, c.seed, c.score
      from unnest(:runs) as w (id)
      join run r on r.id = w.id
      join point_result p on p.run_key = r.key and p.point = :point
      join case_result c on c.run_key = r.key and c.point_no = p.point_no
      where c.kind = 0 and c.status = 0 and c.score is not null
      """;

  private static final String VERSIONS =
      """
      select v.version from bundle_version v join benchmark b on b.key = v.benchmark_key
      where b.name = :benchmark order by v.key desc limit 100
      """;

  /// The newest judged run of each implementation at each point, where it passed and nobody has to
  /// look at it first.
  private static final String GROWTH =
      """
      select m.id as implementation, p.point, r.id as run, d.score
      from unnest(:implementations) as w (id)
      join implementation m on m.id = w.id
      cross join unnest(:points) as p (point)
      cross join lateral (select * from verdict x
        where x.bundle_version_key = :version and x.point = p.point and x.machine_class = :class
          and x.implementation_key = m.key and x.outcome <> 'not-judged'
        order by x.run_key desc, x.key desc limit 1) d
      join run r on r.key = d.run_key
      left join lateral (select is_cleared from suspicion_decision y
        where y.run_key = d.run_key and y.point_no = d.point_no order by y.key desc limit 1) q
        on true
      where d.outcome = 'pass' and d.is_ranked and d.score is not null
        and coalesce(q.is_cleared, not d.is_suspect)
      """;

  private final Handle handle;

  ChartRepository(Handle handle) {
    this.handle = handle;
  }

  private record CaseScore(String run, long seed, double score) {}

  /// @param run id
  record PointScore(String implementation, String point, String run, double score) {}

  /// The scores of each run's ok cases of the sample by seed, by the run's id.
  Map<String, Map<Long, Double>> values(List<String> runs, String point) {
    Map<String, Map<Long, Double>> all = new HashMap<>();
    handle
        .createQuery(VALUES)
        .bindArray("runs", String.class, runs)
        .bind("point", point)
        .setFetchSize(5_000)
        .map((row, context) -> new CaseScore(row.getString(1), row.getLong(2), row.getDouble(3)))
        .forEach(one ->
            all.computeIfAbsent(one.run(), id -> new TreeMap<>()).put(one.seed(), one.score()));
    return all;
  }

  /// Of a benchmark that the caller may see, newest first.
  List<String> versions(String benchmark) {
    return handle.createQuery(VERSIONS).bind("benchmark", benchmark).mapTo(String.class).list();
  }

  List<PointScore> growth(
      long version, String machineClass, List<String> implementations, List<String> points) {
    return handle
        .createQuery(GROWTH)
        .bind("version", version)
        .bind("class", machineClass)
        .bindArray("implementations", String.class, implementations)
        .bindArray("points", String.class, points)
        .map((row, context) ->
            new PointScore(row.getString(1), row.getString(2), row.getString(3), row.getDouble(4)))
        .list();
  }
}
