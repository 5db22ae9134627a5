package dev.assay.platform.judge;

import dev.assay.core.judge.ReferenceAnswers;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// What the reference solutions of versions answered, and the runs that wait for it.
final class ReferenceRepository {
  private static final String LOCK = "select pg_advisory_xact_lock(20260730, :version::integer)";

  private static final String INSERT =
      """
      insert into reference_point (bundle_version_key, point, run_key, point_no)
      values (:version, :point, :runKey, :pointNo)
      on conflict do nothing
      """;

  private static final String ANSWERS =
      """
      select p.document
      from reference_point f
        join point_result p on p.run_key = f.run_key and p.point_no = f.point_no
      where f.bundle_version_key = :version and f.point = :point
      order by f.run_key
      limit 100
      """;

  private static final String VERSION = "select bundle_version_key from run where key = :runKey";

  private static final String WAITING =
      """
      select d.run_key, d.point_no, d.implementation_key, d.machine_class, p.document as point,
        m.document as opened
      from verdict d
        join point_result p on p.run_key = d.run_key and p.point_no = d.point_no
        join run m on m.key = d.run_key
      where d.bundle_version_key = :version and d.point = :point and d.outcome = 'not-judged'
        and d.rejudge_set_key is null and d.reference_run_key is null
        and not exists (select from verdict n
          where n.run_key = d.run_key and n.point_no = d.point_no and n.key > d.key)
      order by d.key
      """;

  private ReferenceRepository() {}

  /// A point of a run that has no verdict yet.
  ///
  /// @param point core.run.PointResult
  /// @param opened core.run.Run as it was opened
  record Waiting(
      long runKey,
      int pointNo,
      long implementationKey,
      String machineClass,
      String point,
      String opened) {}

  /// Lets one transaction at a time judge runs of a version, so that none waits for answers that
  /// another is just bringing.
  static void lock(Handle handle, long version) {
    handle.createQuery(LOCK).bind("version", version).mapTo(String.class).findOne();
  }

  static void insert(Handle handle, long version, String point, long runKey, int pointNo) {
    handle
        .createUpdate(INSERT)
        .bind("version", version)
        .bind("point", point)
        .bind("runKey", runKey)
        .bind("pointNo", pointNo)
        .execute();
  }

  static ReferenceAnswers answers(Handle handle, long version, String point) {
    return ReferenceAnswers.ofPoints(
        handle
            .createQuery(ANSWERS)
            .bind("version", version)
            .bind("point", point)
            .mapTo(String.class)
            .map(ReferenceRepository::read)
            .list());
  }

  static long versionOf(Handle handle, long runKey) {
    return handle.createQuery(VERSION).bind("runKey", runKey).mapTo(Long.class).one();
  }

  static List<Waiting> waiting(Handle handle, long version, String point) {
    return handle
        .createQuery(WAITING)
        .bind("version", version)
        .bind("point", point)
        .map((row, _) ->
            new Waiting(
                row.getLong("run_key"),
                row.getInt("point_no"),
                row.getLong("implementation_key"),
                row.getString("machine_class"),
                row.getString("point"),
                row.getString("opened")))
        .list();
  }

  static PointResult read(String document) {
    return JsonCodec.read(
        document.getBytes(StandardCharsets.UTF_8), PointResult.class, "a stored point");
  }

  static Run opened(String document) {
    return JsonCodec.read(document.getBytes(StandardCharsets.UTF_8), Run.class, "a stored run");
  }
}
