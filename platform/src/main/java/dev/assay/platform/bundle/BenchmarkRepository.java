package dev.assay.platform.bundle;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Version;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// Benchmarks and the versions of their bundles. What a caller may not see is not there.
final class BenchmarkRepository {
  private static final String VISIBLE = "(:all or not b.is_private or b.owner_key = :caller)";

  private static final String INSERT =
      """
      insert into benchmark (name, owner_key, is_private, reference_pool)
      values (:name, :owner, :private, :pool)
      on conflict (name) do nothing
      """;

  private static final String LOCK = "select * from benchmark where name = :name for update";

  private static final String UPDATE =
      """
      update benchmark set is_private = coalesce(:private, is_private),
        reference_pool = case when cast(:pool as text) is null then reference_pool
          else nullif(:pool, '') end
      where key = :key
      """;

  private static final String INSERT_VERSION =
      """
      insert into bundle_version (benchmark_key, version, hash, title, spec, image_reference,
        image_digest, archive_blob, archive_bytes, findings, published_by)
      values (:benchmark, :version, :hash, :title, :spec, :reference, :digest, :archive, :bytes,
        :findings, :account)
      """;

  private static final String VERSIONS =
      """
      select v.version, v.hash, v.title, v.image_reference, v.image_digest, v.archive_blob,
        v.archive_bytes, v.published_at, a.name as publisher
      from bundle_version v join account a on a.key = v.published_by
      where v.benchmark_key = :benchmark
      """;

  private static final String LINE =
      """
      select b.key, b.name, b.is_private, b.reference_pool, b.created_at, o.name as owner,
        (select array_agg(v.version order by v.key) from bundle_version v
          where v.benchmark_key = b.key) as versions,
        (select array_agg(v.title order by v.key) from bundle_version v
          where v.benchmark_key = b.key) as titles,
        (select count(*) from implementation i where i.benchmark_key = b.key
          and (:all or not i.is_private or i.owner_key = :caller
            or (b.is_private and b.owner_key = :caller))) as implementations
      from benchmark b join account o on o.key = b.owner_key
      where
      """
          + VISIBLE;

  private static final String PAGE =
      LINE
          + """
           and b.key < :below and (cast(:text as text) is null
            or position(lower(:text) in lower(b.name)) > 0
            or exists (select from bundle_version v where v.benchmark_key = b.key
              and position(lower(:text) in lower(v.title)) > 0))
          order by b.key desc limit <limit>
          """;

  private static final String ONE = LINE + " and b.name = :name";

  private static final String COUNTS =
      """
      select
        (select count(*) from job where benchmark_key = :benchmark
          and state in ('queued', 'running')) as jobs,
        (select count(*) from run r join bundle_version v on v.key = r.bundle_version_key
          where v.benchmark_key = :benchmark) as runs
      """;

  private static final String BUNDLES =
      """
      select v.*, b.reference_pool from bundle_version v join benchmark b on b.key = v.benchmark_key
      where v.key = :key
      """;

  private static final String CANDIDATES =
      """
      select v.key, v.version from bundle_version v join benchmark b on b.key = v.benchmark_key
      where b.name = :name and
      """
          + VISIBLE;

  /// A benchmark by itself.
  record Benchmark(long key, String name, long ownerKey, boolean isPrivate) {}

  /// A row of a page.
  record Row(long key, BenchmarkLine line) {}

  /// A version that a reference may mean.
  record Candidate(long key, Version version) {}

  /// @param jobs that wait or run
  record Counts(int jobs, long runs) {}

  void insert(Handle handle, String name, long owner, boolean isPrivate, @Nullable String pool) {
    handle
        .createUpdate(INSERT)
        .bind("name", name)
        .bind("owner", owner)
        .bind("private", isPrivate)
        .bind("pool", pool)
        .execute();
  }

  Benchmark lock(Handle handle, String name) {
    return handle
        .createQuery(LOCK)
        .bind("name", name)
        .map((row, _) ->
            new Benchmark(
                row.getLong("key"),
                row.getString("name"),
                row.getLong("owner_key"),
                row.getBoolean("is_private")))
        .one();
  }

  void update(Handle handle, long key, BenchmarkChange change) {
    handle
        .createUpdate(UPDATE)
        .bind("key", key)
        .bind("private", change.isPrivate())
        .bind("pool", change.referencePool())
        .execute();
  }

  /// @param findings as JSON
  void insertVersion(Handle handle, BundleVersion version, String findings, long account) {
    handle
        .createUpdate(INSERT_VERSION)
        .bind("benchmark", version.benchmarkKey())
        .bind("version", version.spec().version().toString())
        .bind("hash", version.hash())
        .bind("title", version.spec().title())
        .bind("spec", JsonCodec.toJson(version.spec()))
        .bind("reference", version.image().reference())
        .bind("digest", version.image().digest())
        .bind("archive", version.archive())
        .bind("bytes", version.archiveBytes())
        .bind("findings", findings)
        .bind("account", account)
        .execute();
  }

  List<BenchmarkView.VersionLine> versions(Handle handle, long benchmark) {
    return handle
        .createQuery(VERSIONS)
        .bind("benchmark", benchmark)
        .map((row, _) ->
            new BenchmarkView.VersionLine(
                row.getString("version"),
                row.getString("hash"),
                row.getString("title"),
                new ImageIdentity(row.getString("image_reference"), row.getString("image_digest")),
                row.getString("archive_blob"),
                row.getLong("archive_bytes"),
                row.getString("publisher"),
                instant(row, "published_at")))
        .list();
  }

  /// @param text in the name or a title; absent for all
  List<Row> page(Handle handle, Caller caller, @Nullable String text, long below, int limit) {
    return seenBy(caller, handle.createQuery(PAGE))
        .bind("text", text)
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> row(row))
        .list();
  }

  Optional<Row> find(Handle handle, Caller caller, String name) {
    return seenBy(caller, handle.createQuery(ONE))
        .bind("name", name)
        .map((row, _) -> row(row))
        .findOne();
  }

  Counts counts(Handle handle, long benchmark) {
    return handle
        .createQuery(COUNTS)
        .bind("benchmark", benchmark)
        .map((row, _) -> new Counts(row.getInt("jobs"), row.getLong("runs")))
        .one();
  }

  List<Candidate> candidates(Handle handle, Caller caller, String name) {
    return seenBy(caller, handle.createQuery(CANDIDATES))
        .bind("name", name)
        .map((row, _) -> new Candidate(row.getLong("key"), Version.parse(row.getString("version"))))
        .list();
  }

  BundleVersion load(Handle handle, long key) {
    return handle.createQuery(BUNDLES).bind("key", key).map((row, _) -> bundle(row)).one();
  }

  private static BundleVersion bundle(ResultSet row) throws SQLException {
    return new BundleVersion(
        row.getLong("key"),
        row.getLong("benchmark_key"),
        JsonCodec.read(
            row.getString("spec").getBytes(StandardCharsets.UTF_8),
            BundleSpec.class,
            "a stored manifest"),
        row.getString("hash"),
        new ImageIdentity(row.getString("image_reference"), row.getString("image_digest")),
        row.getString("archive_blob"),
        row.getLong("archive_bytes"),
        row.getString("reference_pool"));
  }

  private static Row row(ResultSet row) throws SQLException {
    var versions = (String[]) row.getArray("versions").getArray();
    var titles = (String[]) row.getArray("titles").getArray();
    int newest = newest(versions);
    Instant created = instant(row, "created_at");
    return new Row(
        row.getLong("key"),
        new BenchmarkLine(
            row.getString("name"),
            titles[newest],
            row.getString("owner"),
            row.getBoolean("is_private"),
            row.getString("reference_pool"),
            versions[newest],
            versions.length,
            row.getInt("implementations"),
            created));
  }

  private static int newest(String... versions) {
    int newest = 0;
    for (int i = 1; i < versions.length; i++) {
      if (Version.parse(versions[i]).compareTo(Version.parse(versions[newest])) > 0) {
        newest = i;
      }
    }
    return newest;
  }

  private static <S extends SqlStatement<S>> S seenBy(Caller caller, S statement) {
    return statement.bind("all", caller.seesAll()).bind("caller", caller.accountKey());
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
