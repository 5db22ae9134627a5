package dev.assay.platform.judge;

import dev.assay.core.judge.Verdict;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Sets of runs that are judged again.
final class RejudgingRepository {
  private static final String FIND_BENCHMARK =
      """
      select b.key, b.owner_key,
          not b.is_private or b.owner_key = :account or :all as is_visible
      from benchmark b where b.name = :name
      """;

  private static final String FIND_VERSION =
      """
      select key, version, hash, title, spec, image_reference, image_digest
      from bundle_version where benchmark_key = :benchmark and version = :version
      """;

  /// Closed runs with a verdict and kept answers, of other versions that the caller names, or all
  /// that were published before.
  private static final String CANDIDATES =
      """
      select r.key, j.document
      from run r
      join bundle_version v on v.key = r.bundle_version_key
      join job j on j.key = r.job_key
      where v.benchmark_key = :benchmark and v.key <> :version
        and (case when :named then v.version = any(:versions) else v.key < :version end)
        and exists (select from run_end e where e.run_key = r.key)
        and exists (select from verdict d where d.run_key = r.key and d.outcome <> 'not-judged')
        and exists (select from run_file f
            where f.run_key = r.key and f.name like 'answers/%')
      order by r.key
      """;

  private static final String INSERT_SET =
      """
      insert into rejudge_set (id, benchmark_key, bundle_version_key, state, created_by)
      values (:id, :benchmark, :version, 'judging', :account)
      on conflict do nothing
      returning key
      """;

  private static final String FIND_OPEN =
      """
      select id from rejudge_set where benchmark_key = :benchmark and state in ('judging', 'ready')
      """;

  private static final String INSERT_ITEM =
      """
      insert into rejudge_item (set_key, run_key, run_blob) values (:set, :run, :blob)
      returning key
      """;

  private static final String FIND_SET =
      """
      select s.key, s.id, b.name, b.owner_key, v.key as version_key, v.version, s.state,
          s.created_at, s.decided_at,
          not b.is_private or b.owner_key = :account or :all as is_visible
      from rejudge_set s
      join benchmark b on b.key = s.benchmark_key
      join bundle_version v on v.key = s.bundle_version_key
      where s.id = :id
      """;

  /// A set is ready once none of its jobs is open any more, however they ended.
  private static final String REFRESH =
      """
      update rejudge_set s set state = 'ready'
      where s.key = :set and s.state = 'judging' and not exists (
        select from rejudge_item i join job j on j.rejudge_item_key = i.key
        where i.set_key = s.key and j.state in ('queued', 'running'))
      """;

  private static final String LOCK_SET =
      "select state from rejudge_set where key = :set for update";

  private static final String DECIDE =
      """
      update rejudge_set set state = :state, decided_by = :account, decided_at = now()
      where key = :set
      """;

  private static final String ITEMS =
      """
      select i.key, r.id as run_id, r.key as run_key, r.implementation_key, m.name,
          r.machine_class, r.document as opened, i.reason, j.id as job_id, j.document, j.state,
          j.state_reason
      from rejudge_item i
      join run r on r.key = i.run_key
      join implementation m on m.key = r.implementation_key
      join job j on j.rejudge_item_key = i.key
      where i.set_key = :set
      order by i.key
      """;

  /// What was said before: of a set that was applied, before it was.
  private static final String POINTS =
      """
      select p.item_key, p.point_no, p.document, d.outcome, d.reason
      from rejudged_point p
      join rejudge_item i on i.key = p.item_key
      join lateral (select outcome, reason from verdict d
          where d.run_key = i.run_key and d.point_no = p.point_no
            and d.key < coalesce((select n.key from verdict n
              where n.run_key = i.run_key and n.point_no = p.point_no
                and n.rejudge_set_key = i.set_key), 9223372036854775807)
          order by d.key desc limit 1) d on true
      where i.set_key = :set
      order by p.item_key, p.point_no
      """;

  private static final String FIND_RECORDED =
      """
      select p.document from rejudge_item i
      join point_result p on p.run_key = i.run_key and p.point_no = :pointNo
      where i.key = :item
      """;

  private static final String INSERT_POINT =
      """
      insert into rejudged_point (item_key, point_no, document) values (:item, :pointNo, :document)
      on conflict do nothing
      """;

  private static final String END_ITEM =
      "update rejudge_item set ended_at = now(), reason = :reason where key = :item";

  private static final String FIND_CONTENTS =
      """
      select v.archive_blob, v.archive_bytes, v.hash, v.image_reference, v.image_digest, i.run_blob,
          i.run_key,
          (select m.recipe_blob from image m where m.digest = v.image_digest
            and m.recipe_blob is not null order by m.key desc limit 1) as recipe_blob
      from rejudge_item i
      join rejudge_set s on s.key = i.set_key
      join bundle_version v on v.key = s.bundle_version_key
      where i.key = :item
      """;

  private static final String ANSWERS =
      """
      select name, blob from run_file where run_key = :run and name like 'answers/%' order by name
      """;

  private RejudgingRepository() {}

  record Benchmark(long key, long ownerKey, boolean isVisible) {}

  record Version(
      long key,
      String version,
      String hash,
      String title,
      String spec,
      String imageReference,
      String imageDigest) {}

  record Candidate(long runKey, String document) {}

  record SetRow(
      long key,
      String id,
      String benchmark,
      long ownerKey,
      long versionKey,
      String version,
      String state,
      Instant createdAt,
      @Nullable Instant decidedAt,
      boolean isVisible) {}

  /// @param reason why it could not be judged again
  record Item(
      long key,
      String runId,
      long runKey,
      long implementationKey,
      String implementation,
      String machineClass,
      String opened,
      @Nullable String reason,
      String jobId,
      String document,
      String jobState) {
    boolean isOpen() {
      return jobState.equals("queued") || jobState.equals("running");
    }
  }

  record Point(long itemKey, int pointNo, String document, Verdict before) {}

  record Contents(
      String archive,
      long archiveBytes,
      String hash,
      String imageReference,
      String imageDigest,
      String runBlob,
      long runKey,
      @Nullable String recipe) {}

  record Answers(String name, String blob) {}

  static Optional<Benchmark> findBenchmark(Handle handle, String name, long account, boolean all) {
    return handle
        .createQuery(FIND_BENCHMARK)
        .bind("name", name)
        .bind("account", account)
        .bind("all", all)
        .map((row, context) -> new Benchmark(row.getLong(1), row.getLong(2), row.getBoolean(3)))
        .findOne();
  }

  static Optional<Version> findVersion(Handle handle, long benchmark, String version) {
    return handle
        .createQuery(FIND_VERSION)
        .bind("benchmark", benchmark)
        .bind("version", version)
        .map((row, context) ->
            new Version(
                row.getLong("key"),
                row.getString("version"),
                row.getString("hash"),
                row.getString("title"),
                row.getString("spec"),
                row.getString("image_reference"),
                row.getString("image_digest")))
        .findOne();
  }

  static List<Candidate> candidates(
      Handle handle, long benchmark, long version, List<String> versions) {
    return handle
        .createQuery(CANDIDATES)
        .bind("benchmark", benchmark)
        .bind("version", version)
        .bind("named", !versions.isEmpty())
        .bindArray("versions", String.class, versions)
        .map((row, context) -> new Candidate(row.getLong(1), row.getString(2)))
        .list();
  }

  /// Empty when another set of the benchmark is open.
  static Optional<Long> insertSet(
      Handle handle, String id, long benchmark, long version, long account) {
    return handle
        .createQuery(INSERT_SET)
        .bind("id", id)
        .bind("benchmark", benchmark)
        .bind("version", version)
        .bind("account", account)
        .mapTo(Long.class)
        .findOne();
  }

  static String findOpen(Handle handle, long benchmark) {
    return handle
        .createQuery(FIND_OPEN)
        .bind("benchmark", benchmark)
        .mapTo(String.class)
        .findOne()
        .orElse("that was just decided");
  }

  static long insertItem(Handle handle, long set, long run, String blob) {
    return handle
        .createQuery(INSERT_ITEM)
        .bind("set", set)
        .bind("run", run)
        .bind("blob", blob)
        .mapTo(Long.class)
        .one();
  }

  static Optional<SetRow> findSet(Handle handle, String id, long account, boolean all) {
    return handle
        .createQuery(FIND_SET)
        .bind("id", id)
        .bind("account", account)
        .bind("all", all)
        .map((row, context) -> {
          var decided = row.getObject("decided_at", OffsetDateTime.class);
          return new SetRow(
              row.getLong("key"),
              row.getString("id"),
              row.getString("name"),
              row.getLong("owner_key"),
              row.getLong("version_key"),
              row.getString("version"),
              row.getString("state"),
              row.getObject("created_at", OffsetDateTime.class).toInstant(),
              decided == null ? null : decided.toInstant(),
              row.getBoolean("is_visible"));
        })
        .findOne();
  }

  static void refresh(Handle handle, long set) {
    handle.createUpdate(REFRESH).bind("set", set).execute();
  }

  static String lockSet(Handle handle, long set) {
    return handle.createQuery(LOCK_SET).bind("set", set).mapTo(String.class).one();
  }

  static void decide(Handle handle, long set, String state, long account) {
    handle
        .createUpdate(DECIDE)
        .bind("set", set)
        .bind("state", state)
        .bind("account", account)
        .execute();
  }

  static List<Item> items(Handle handle, long set) {
    return handle
        .createQuery(ITEMS)
        .bind("set", set)
        .map((row, context) -> {
          String state = row.getString("state");
          String ended = row.getString("reason");
          boolean failed =
              !state.equals("finished") && !state.equals("queued") && !state.equals("running");
          String stateReason = row.getString("state_reason");
          return new Item(
              row.getLong("key"),
              row.getString("run_id"),
              row.getLong("run_key"),
              row.getLong("implementation_key"),
              row.getString("name"),
              row.getString("machine_class"),
              row.getString("opened"),
              ended != null || !failed ? ended : stateReason == null ? state : stateReason,
              row.getString("job_id"),
              row.getString("document"),
              state);
        })
        .list();
  }

  static List<Point> points(Handle handle, long set) {
    return handle
        .createQuery(POINTS)
        .bind("set", set)
        .map((row, context) ->
            new Point(
                row.getLong("item_key"),
                row.getInt("point_no"),
                row.getString("document"),
                new Verdict(
                    Verdict.Outcome.valueOf(
                        row.getString("outcome").toUpperCase(Locale.ROOT).replace('-', '_')),
                    row.getString("reason"))))
        .list();
  }

  static Optional<String> findRecorded(Handle handle, long item, int pointNo) {
    return handle
        .createQuery(FIND_RECORDED)
        .bind("item", item)
        .bind("pointNo", pointNo)
        .mapTo(String.class)
        .findOne();
  }

  static void insertPoint(Handle handle, long item, int pointNo, String document) {
    handle
        .createUpdate(INSERT_POINT)
        .bind("item", item)
        .bind("pointNo", pointNo)
        .bind("document", document)
        .execute();
  }

  static void endItem(Handle handle, long item, @Nullable String reason) {
    handle.createUpdate(END_ITEM).bind("item", item).bind("reason", reason).execute();
  }

  static Optional<Contents> findContents(Handle handle, long item) {
    return handle
        .createQuery(FIND_CONTENTS)
        .bind("item", item)
        .map((row, context) ->
            new Contents(
                row.getString("archive_blob"),
                row.getLong("archive_bytes"),
                row.getString("hash"),
                row.getString("image_reference"),
                row.getString("image_digest"),
                row.getString("run_blob"),
                row.getLong("run_key"),
                row.getString("recipe_blob")))
        .findOne();
  }

  static List<Answers> answers(Handle handle, long run) {
    return handle
        .createQuery(ANSWERS)
        .bind("run", run)
        .map((row, context) -> new Answers(row.getString(1), row.getString(2)))
        .list();
  }
}
