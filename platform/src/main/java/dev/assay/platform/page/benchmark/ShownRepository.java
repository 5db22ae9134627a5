package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Version;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.page.benchmark.ShownBenchmark.VersionKey;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/// What the pages of benchmarks show besides standings. What a caller may not see is not there.
final class ShownRepository {
  private static final String SEES_BENCHMARK =
      "(:all or not b.is_private or b.owner_key = :caller)";

  private static final String SEES_IMPLEMENTATION =
      """
      (:all or not i.is_private or i.owner_key = :caller
        or (b.is_private and b.owner_key = :caller))
      """;

  private static final String BENCHMARK =
      """
      select b.key, b.name, b.is_private, o.name as owner,
        (select array_agg(v.version order by v.key) from bundle_version v
          where v.benchmark_key = b.key) as versions,
        (select array_agg(v.key order by v.key) from bundle_version v
          where v.benchmark_key = b.key) as version_keys,
        (select count(*) from implementation i where i.benchmark_key = b.key and
      """
          + SEES_IMPLEMENTATION
          + """
          ) as implementations
          from benchmark b join account o on o.key = b.owner_key
          where
          """
          + SEES_BENCHMARK;

  private static final String FIND = BENCHMARK + " and b.name = :name";

  private static final String PAGE =
      BENCHMARK + " and b.key < :below order by b.key desc limit <limit>";

  /// A stored manifest is text, which only this has to look into.
  private static final String PROGRAMS =
      BENCHMARK
          + """
           and b.key < :below
            and (select v.spec::jsonb ->> 'protocol' from bundle_version v
            where v.benchmark_key = b.key order by v.key desc limit 1) = 'program'
          order by b.key desc limit <limit>
          """;

  /// Names of implementations are gone through once, whatever benchmark they are of: 2 ms for
  /// 10,000 of them.
  private static final String FOUND =
      BENCHMARK
          + """
           and b.key < :below and (position(lower(:text) in lower(b.name)) > 0
            or b.key in (select v.benchmark_key from bundle_version v
              where position(lower(:text) in lower(v.title)) > 0)
            or b.key in (select i.benchmark_key
              from implementation i join benchmark b on b.key = i.benchmark_key
              where position(lower(:text) in lower(i.name)) > 0 and
          """
          + SEES_IMPLEMENTATION
          + """
          ))
          order by b.key desc limit <limit>
          """;

  private static final String IMPLEMENTATIONS =
      """
      select i.id, i.name, o.name as owner, b.name as benchmark
      from implementation i
      join benchmark b on b.key = i.benchmark_key
      join account o on o.key = i.owner_key
      where position(lower(:text) in lower(i.name)) > 0 and
      """
          + SEES_BENCHMARK
          + " and "
          + SEES_IMPLEMENTATION
          + " order by i.key desc limit <limit>";

  private static final String VERSION =
      """
      select v.key, v.spec, v.hash, v.image_reference, v.image_digest, v.archive_bytes,
        v.published_at, a.name as publisher
      from bundle_version v join account a on a.key = v.published_by
      where v.key = :key
      """;

  /// Those of the points that have a judged verdict, one index descent each.
  private static final String JUDGED_POINTS =
      """
      select p.point from unnest(:points) with ordinality as p (point, place)
      cross join lateral (select from verdict d where d.bundle_version_key = :version
        and d.point = p.point and d.outcome <> 'not-judged' limit 1) d
      order by p.place
      """;

  /// Runners whose machine is of a class: a class begins with architecture and processor.
  private static final String RUNNERS =
      """
      select id, name from runner
      where machine is not null and state <> 'retired'
        and starts_with(:class, (machine::json ->> 'arch') || ', '
          || (machine::json ->> 'cpu_model') || ', ')
      order by key limit <limit>
      """;

  private static final String FINISHED =
      """
      select r.key, r.id, m.name as implementation, a.name as owner, s.commit_id, r.machine_class,
        v.version, e.state, e.state_reason, e.received_at
      from benchmark c
      join bundle_version w on w.benchmark_key = c.key
      cross join lateral (
        select y.* from run y
        join implementation i on i.key = y.implementation_key
        join benchmark b on b.key = i.benchmark_key
        where y.bundle_version_key = w.key and exists (select from run_end x where x.run_key = y.key)
          and
      """
          + SEES_IMPLEMENTATION
          + """
            order by y.key desc limit <limit>) r
          join run_end e on e.run_key = r.key
          join submission s on s.key = r.submission_key
          join implementation m on m.key = r.implementation_key
          join account a on a.key = m.owner_key
          join bundle_version v on v.key = r.bundle_version_key
          where c.key = :benchmark
          order by r.key desc limit <limit>
          """;

  private static final String OUTCOMES =
      """
      select distinct on (d.run_key, d.point_no) d.run_key, d.point, d.outcome, d.reason, d.score,
        d.judged_at
      from verdict d where d.run_key = any(:runs)
      order by d.run_key, d.point_no, d.key desc
      """;

  private final Handle handle;

  ShownRepository(Handle handle) {
    this.handle = handle;
  }

  record FoundImplementation(String id, String name, String owner, String benchmark) {}

  record NamedRunner(String id, String name) {}

  /// @param endedAt when the platform learnt of it
  record FinishedRun(
      long key,
      String id,
      String implementation,
      String owner,
      String commit,
      String machineClass,
      String version,
      String state,
      @Nullable String stateReason,
      Instant endedAt) {}

  record Outcome(
      long runKey,
      String point,
      String outcome,
      String reason,
      @Nullable Double score,
      Instant judgedAt) {}

  Optional<ShownBenchmark> find(Caller caller, String name) {
    return handle
        .createQuery(FIND)
        .bind("all", caller.seesAll())
        .bind("caller", caller.accountKey())
        .bind("name", name)
        .map((row, _) -> benchmark(row))
        .findOne();
  }

  /// Newest first.
  List<ShownBenchmark> page(Caller caller, long below, int limit) {
    return page(handle.createQuery(PAGE), caller, below, limit);
  }

  /// Newest first.
  ///
  /// @param text in its name, a title, or the name of an implementation
  List<ShownBenchmark> found(Caller caller, String text, long below, int limit) {
    return page(handle.createQuery(FOUND).bind("text", text), caller, below, limit);
  }

  /// Those for whole programs, newest first.
  List<ShownBenchmark> programs(Caller caller, int limit) {
    return page(handle.createQuery(PROGRAMS), caller, Long.MAX_VALUE, limit);
  }

  private static List<ShownBenchmark> page(Query query, Caller caller, long below, int limit) {
    return query
        .bind("all", caller.seesAll())
        .bind("caller", caller.accountKey())
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> benchmark(row))
        .list();
  }

  List<FoundImplementation> implementations(Caller caller, String text, int limit) {
    return handle
        .createQuery(IMPLEMENTATIONS)
        .bind("all", caller.seesAll())
        .bind("caller", caller.accountKey())
        .bind("text", text)
        .define("limit", limit)
        .map((row, _) ->
            new FoundImplementation(
                row.getString(1), row.getString(2), row.getString(3), row.getString(4)))
        .list();
  }

  ShownVersion version(long key) {
    return handle
        .createQuery(VERSION)
        .bind("key", key)
        .map((row, _) ->
            new ShownVersion(
                key,
                JsonCodec.read(
                    row.getString("spec").getBytes(StandardCharsets.UTF_8),
                    BundleSpec.class,
                    "a stored manifest"),
                row.getString("hash"),
                new ImageIdentity(row.getString("image_reference"), row.getString("image_digest")),
                row.getLong("archive_bytes"),
                row.getString("publisher"),
                instant(row, "published_at")))
        .one();
  }

  /// @param points of the version; the answer is in their order
  List<String> judgedPoints(long version, List<String> points) {
    return handle
        .createQuery(JUDGED_POINTS)
        .bind("version", version)
        .bindArray("points", String.class, points)
        .mapTo(String.class)
        .list();
  }

  List<NamedRunner> runners(String machineClass, int limit) {
    return handle
        .createQuery(RUNNERS)
        .bind("class", machineClass)
        .define("limit", limit)
        .map((row, _) -> new NamedRunner(row.getString(1), row.getString(2)))
        .list();
  }

  /// Runs that have ended, newest first.
  List<FinishedRun> finished(Caller caller, ShownBenchmark benchmark, int limit) {
    return handle
        .createQuery(FINISHED)
        .bind("all", caller.seesAll())
        .bind("caller", caller.accountKey())
        .bind("benchmark", benchmark.key())
        .define("limit", limit)
        .map((row, _) ->
            new FinishedRun(
                row.getLong("key"),
                row.getString("id"),
                row.getString("implementation"),
                row.getString("owner"),
                row.getString("commit_id"),
                row.getString("machine_class"),
                row.getString("version"),
                row.getString("state"),
                row.getString("state_reason"),
                instant(row, "received_at")))
        .list();
  }

  /// The newest verdict of each point of some runs, in the order of the plan.
  List<Outcome> outcomes(List<FinishedRun> runs) {
    return handle
        .createQuery(OUTCOMES)
        .bindArray("runs", Long.class, runs.stream().map(FinishedRun::key).toList())
        .map((row, _) ->
            new Outcome(
                row.getLong("run_key"),
                row.getString("point"),
                row.getString("outcome"),
                row.getString("reason"),
                row.getObject("score", Double.class),
                instant(row, "judged_at")))
        .list();
  }

  private static ShownBenchmark benchmark(ResultSet row) throws SQLException {
    var texts = (String[]) row.getArray("versions").getArray();
    var keys = (Long[]) row.getArray("version_keys").getArray();
    var versions = new ArrayList<VersionKey>();
    for (int i = 0; i < keys.length; i++) {
      versions.add(new VersionKey(keys[i], Version.parse(texts[i])));
    }
    return new ShownBenchmark(
        row.getLong("key"),
        row.getString("name"),
        row.getString("owner"),
        row.getBoolean("is_private"),
        versions,
        row.getInt("implementations"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
