package dev.assay.platform.game;

import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.cache.LruCache;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// What was measured of whole programs, by run and point. Documents of points never change and may
/// be large, so what was read of one once is kept. Who may see a run is the caller's to know.
/// Thread-safe.
public final class ProgramShelf {
  private static final int MOST_KEPT = 20_000;

  private static final String DOCUMENTS =
      """
      select r.id, p.document
      from unnest(:runs) as w (id)
      join run r on r.id = w.id
      join point_result p on p.run_key = r.key and p.point = :point
      """;

  private static final String ENDS =
      """
      select r.id, e.document, exists (select 1 from run_file f
          where f.run_key = r.key and f.name = 'logs/build.log') as has_build_log
      from unnest(:runs) as w (id)
      join run r on r.id = w.id
      join run_end e on e.run_key = r.key
      """;

  private final Jdbi jdbi;
  private final LruCache<Key, ProgramAtPoint> points = new LruCache<>(MOST_KEPT);
  private final LruCache<String, About> runs = new LruCache<>(MOST_KEPT);

  public ProgramShelf(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  private record Key(String run, String point) {}

  /// What a run says of its program as a whole.
  ///
  /// @param isBroken whether it did not build
  /// @param sourceBytes size of the source, as the Benchmarks Game counts it; absent where it was
  ///   not counted
  public record About(boolean isBroken, boolean hasBuildLog, @Nullable Long sourceBytes) {}

  private record Document(String run, String text) {}

  private record End(String run, String text, boolean hasBuildLog) {}

  /// By the run's id; runs that have nothing at the point are missing.
  public Map<String, ProgramAtPoint> at(String point, Collection<String> ids) {
    var found = new HashMap<String, ProgramAtPoint>();
    for (String id : ids) {
      ProgramAtPoint one = points.find(new Key(id, point));
      if (one != null) {
        found.put(id, one);
      }
    }
    List<String> missing = ids.stream().filter(id -> !found.containsKey(id)).toList();
    if (!missing.isEmpty()) {
      jdbi.useHandle(handle -> read(handle, point, missing, found));
    }
    return found;
  }

  private void read(
      Handle handle, String point, List<String> missing, Map<String, ProgramAtPoint> found) {
    handle
        .createQuery(DOCUMENTS)
        .bindArray("runs", String.class, missing)
        .bind("point", point)
        .setFetchSize(20)
        .map((row, context) -> new Document(row.getString(1), row.getString(2)))
        .forEach(one -> {
          PointResult result =
              JsonCodec.read(
                  one.text().getBytes(StandardCharsets.UTF_8), PointResult.class, one.run());
          ProgramAtPoint read = ProgramAtPoint.of(result);
          found.put(one.run(), read);
          points.put(new Key(one.run(), point), read);
        });
  }

  /// By the run's id; runs that have not ended are missing.
  public Map<String, About> about(Collection<String> ids) {
    Map<String, About> found = runs.find(ids);
    List<String> missing = ids.stream().filter(id -> !found.containsKey(id)).toList();
    if (!missing.isEmpty()) {
      jdbi.useHandle(handle -> readEnds(handle, missing, found));
    }
    return found;
  }

  private void readEnds(Handle handle, List<String> missing, Map<String, About> found) {
    handle
        .createQuery(ENDS)
        .bindArray("runs", String.class, missing)
        .map((row, context) -> new End(row.getString(1), row.getString(2), row.getBoolean(3)))
        .forEach(one -> {
          Run run =
              JsonCodec.read(one.text().getBytes(StandardCharsets.UTF_8), Run.class, one.run());
          var read =
              new About(
                  run.state() == RunState.BUILD_FAILED,
                  one.hasBuildLog(),
                  run.program() == null ? null : run.program().sourceBytes());
          found.put(one.run(), read);
          runs.put(one.run(), read);
        });
  }
}
