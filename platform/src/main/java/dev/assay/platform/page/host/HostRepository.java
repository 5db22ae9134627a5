package dev.assay.platform.page.host;

import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.bundle.CheckFinding;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// What hosts look at of their benchmarks: versions, what waits for them, sets that are judged
/// again.
final class HostRepository {
  /// Counting what waits for a person goes no further.
  static final int MOST_COUNTED = 100;

  /// Suspect points that nobody has decided about yet, by their newest verdict.
  private static final String UNDECIDED =
      """
      d.is_suspect
        and not exists (select from verdict n
          where n.run_key = d.run_key and n.point_no = d.point_no and n.key > d.key)
        and not exists (select from suspicion_decision q
          where q.run_key = d.run_key and q.point_no = d.point_no)
      """;

  private static final String LINE =
      """
      select b.key, b.name, b.is_private, b.reference_pool, o.name as owner,
        b.owner_key = :caller as is_own, newest.version, newest.title,
        (select count(*) from bundle_version v where v.benchmark_key = b.key) as versions,
        (select count(*) filter (where state = 'queued') from job j
          where j.benchmark_key = b.key and j.state in ('queued', 'running')) as waiting,
        (select count(*) filter (where state = 'running') from job j
          where j.benchmark_key = b.key and j.state in ('queued', 'running')) as running,
        (select s.id from rejudge_set s
          where s.benchmark_key = b.key and s.state in ('judging', 'ready')) as open_set,
        (select count(*) from (select from bundle_version v cross join lateral (
            select from verdict d where d.bundle_version_key = v.key and
      """
          + UNDECIDED
          + """
                 limit 100) d
                where v.benchmark_key = b.key limit 100) x) as suspects
          from benchmark b
            join account o on o.key = b.owner_key
            join lateral (select v.version, v.title from bundle_version v
              where v.benchmark_key = b.key order by v.key desc limit 1) newest on true
          """;

  private static final String OWN =
      LINE + " where b.owner_key = :caller and b.key < :below order by b.key desc limit <limit>";

  private static final String ONE =
      LINE + " where b.name = :name and (:all or not b.is_private or b.owner_key = :caller)";

  private static final String VERSIONS =
      """
      select v.version, v.hash, v.title, v.image_reference, v.image_digest, v.archive_bytes,
        v.published_at, a.name as publisher
      from bundle_version v join account a on a.key = v.published_by
      where v.benchmark_key = :benchmark and v.key < :below order by v.key desc limit <limit>
      """;

  private static final String VERSION_NAMES =
      """
      select version from bundle_version where benchmark_key = :benchmark
      order by key desc limit 200
      """;

  private static final String FINDINGS =
      "select findings from bundle_version where benchmark_key = :benchmark and version = :version";

  /// Documents of points are large, so only the suspicions are taken out of them.
  private static final String SUSPECTS =
      """
      select x.key, r.id as run, x.point, m.id as implementation, m.name, x.score, x.outcome,
        x.judged_at, v.version, r.machine_class,
        array(select e ->> 'text' from json_array_elements(p.document::json -> 'suspicions') e)
          as suspicions
      from (
        select d.* from bundle_version w
        cross join lateral (
          select * from verdict d
          where d.bundle_version_key = w.key and d.key < :below and
      """
          + UNDECIDED
          + """
               order by d.key desc limit <limit>) d
            where w.benchmark_key = :benchmark order by d.key desc limit <limit>) x
          join run r on r.key = x.run_key
          join implementation m on m.key = x.implementation_key
          join bundle_version v on v.key = x.bundle_version_key
          left join point_result p on p.run_key = x.run_key and p.point_no = x.point_no
          order by x.key desc
          """;

  private static final String SETS =
      """
      select s.key, s.id, v.version, s.created_at, c.name as creator, s.decided_at,
        a.name as decider,
        (select count(*) from rejudge_item i where i.set_key = s.key) as runs,
        o.open, case when s.state = 'judging' and o.open = 0 then 'ready' else s.state end as state
      from rejudge_set s
        join bundle_version v on v.key = s.bundle_version_key
        join account c on c.key = s.created_by
        left join account a on a.key = s.decided_by
        cross join lateral (select count(*) as open from rejudge_item i
          join job j on j.rejudge_item_key = i.key
          where s.state = 'judging' and i.set_key = s.key
            and j.state in ('queued', 'running')) o
      where s.benchmark_key = :benchmark
      """;

  private static final String SETS_PAGE =
      SETS + " and s.key < :below order by s.key desc limit <limit>";

  private static final String ONE_SET = SETS + " and s.id = :id";

  private HostRepository() {}

  /// A benchmark with what waits for its host.
  ///
  /// @param version the one that was published last
  /// @param openSet id of the rejudging that is open; absent for none
  /// @param suspects that nobody has decided about, counted up to a bound
  record Line(
      long key,
      String name,
      String title,
      String owner,
      boolean isOwn,
      boolean isPrivate,
      @Nullable String pool,
      String version,
      int versions,
      int waiting,
      int running,
      @Nullable String openSet,
      int suspects) {}

  record Version(
      String version,
      String hash,
      String title,
      String imageReference,
      String imageDigest,
      long archiveBytes,
      String publisher,
      Instant publishedAt) {}

  /// @param suspicions why, in sentences
  record Suspect(
      long key,
      String run,
      String point,
      String implementation,
      String name,
      @Nullable Double score,
      String outcome,
      Instant judgedAt,
      String version,
      String machineClass,
      List<String> suspicions) {
    Suspect {
      suspicions = List.copyOf(suspicions);
    }
  }

  /// @param open runs that are not through
  record SetLine(
      long key,
      String id,
      String version,
      String state,
      Instant createdAt,
      String creator,
      @Nullable Instant decidedAt,
      @Nullable String decider,
      int runs,
      int open) {
    int judged() {
      return runs - open;
    }
  }

  static List<Line> own(Handle handle, Caller caller, long below, int limit) {
    return handle
        .createQuery(OWN)
        .bind("caller", caller.accountKey())
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> line(row))
        .list();
  }

  static Optional<Line> find(Handle handle, Caller caller, String name) {
    return handle
        .createQuery(ONE)
        .bind("caller", caller.accountKey())
        .bind("all", caller.seesAll())
        .bind("name", name)
        .map((row, _) -> line(row))
        .findOne();
  }

  private static Line line(ResultSet row) throws SQLException {
    return new Line(
        row.getLong("key"),
        row.getString("name"),
        row.getString("title"),
        row.getString("owner"),
        row.getBoolean("is_own"),
        row.getBoolean("is_private"),
        row.getString("reference_pool"),
        row.getString("version"),
        row.getInt("versions"),
        row.getInt("waiting"),
        row.getInt("running"),
        row.getString("open_set"),
        row.getInt("suspects"));
  }

  static List<Version> versions(Handle handle, long benchmark, int limit) {
    return handle
        .createQuery(VERSIONS)
        .bind("benchmark", benchmark)
        .bind("below", Long.MAX_VALUE)
        .define("limit", limit)
        .map((row, _) ->
            new Version(
                row.getString("version"),
                row.getString("hash"),
                row.getString("title"),
                row.getString("image_reference"),
                row.getString("image_digest"),
                row.getLong("archive_bytes"),
                row.getString("publisher"),
                instant(row, "published_at")))
        .list();
  }

  /// The one that was published last first.
  static List<String> versionNames(Handle handle, long benchmark) {
    return handle
        .createQuery(VERSION_NAMES)
        .bind("benchmark", benchmark)
        .mapTo(String.class)
        .list();
  }

  static Optional<List<CheckFinding>> findFindings(Handle handle, long benchmark, String version) {
    return handle
        .createQuery(FINDINGS)
        .bind("benchmark", benchmark)
        .bind("version", version)
        .mapTo(String.class)
        .findOne()
        .map(json ->
            List.of(
                JsonCodec.read(
                    json.getBytes(StandardCharsets.UTF_8),
                    CheckFinding[].class,
                    "the stored findings")));
  }

  static List<Suspect> suspects(Handle handle, long benchmark, long below, int limit) {
    return handle
        .createQuery(SUSPECTS)
        .bind("benchmark", benchmark)
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) ->
            new Suspect(
                row.getLong("key"),
                row.getString("run"),
                row.getString("point"),
                row.getString("implementation"),
                row.getString("name"),
                row.getObject("score", Double.class),
                row.getString("outcome"),
                instant(row, "judged_at"),
                row.getString("version"),
                row.getString("machine_class"),
                List.of((String[]) row.getArray("suspicions").getArray())))
        .list();
  }

  static List<SetLine> sets(Handle handle, long benchmark, long below, int limit) {
    return handle
        .createQuery(SETS_PAGE)
        .bind("benchmark", benchmark)
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> set(row))
        .list();
  }

  static Optional<SetLine> findSet(Handle handle, long benchmark, String id) {
    return handle
        .createQuery(ONE_SET)
        .bind("benchmark", benchmark)
        .bind("id", id)
        .map((row, _) -> set(row))
        .findOne();
  }

  private static SetLine set(ResultSet row) throws SQLException {
    OffsetDateTime decided = row.getObject("decided_at", OffsetDateTime.class);
    return new SetLine(
        row.getLong("key"),
        row.getString("id"),
        row.getString("version"),
        row.getString("state"),
        instant(row, "created_at"),
        row.getString("creator"),
        decided == null ? null : decided.toInstant(),
        row.getString("decider"),
        row.getInt("runs"),
        row.getInt("open"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
