package dev.assay.platform.submission;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.solution.SolutionSpec;
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

/// Implementations and their submissions. What a caller may not see is not there.
final class SubmissionRepository {
  private static final String PUT_IMPLEMENTATION =
      """
      insert into implementation (id, benchmark_key, owner_key, name, is_private)
      values (:id, :benchmark, :owner, :name, coalesce(:private, false))
      on conflict (benchmark_key, owner_key, name)
        do update set is_private = coalesce(:private, implementation.is_private)
      returning key, id
      """;

  private static final String INSERT =
      """
      insert into submission (id, implementation_key, repository, path, commit_id, tree_hash,
        solution, image_reference, image_digest, source_blob, submitted_by)
      values (:id, :implementation, :repository, :path, :commit, :tree, :solution, :reference,
        :digest, :blob, :account)
      returning key
      """;

  private static final String SOURCE =
      "select repository, source_blob from submission where key = :key";

  private static final String IMPLEMENTATION =
      """
      i.key as implementation_key, i.id as implementation_id, i.name as implementation_name,
      b.name as benchmark, o.name as owner, i.is_private, i.created_at as implementation_created_at,
      (select count(*) from submission n where n.implementation_key = i.key) as submissions
      """;

  private static final String FROM =
      """
       from implementation i
        join benchmark b on b.key = i.benchmark_key
        join account o on o.key = i.owner_key
      """;

  private static final String VISIBLE =
      """
       where (:all or i.owner_key = :caller or (b.is_private and b.owner_key = :caller)
        or (not b.is_private and not i.is_private))
      """;

  private static final String IMPLEMENTATIONS =
      "select "
          + IMPLEMENTATION
          + FROM
          + VISIBLE
          + """
           and i.key < :below
            and (cast(:benchmark as text) is null or b.name = :benchmark)
            and (not :mine or i.owner_key = :caller)
          order by i.key desc limit <limit>
          """;

  private static final String ONE_IMPLEMENTATION =
      "select " + IMPLEMENTATION + FROM + VISIBLE + " and i.id = :id";

  private static final String ONE =
      "select s.*, a.name as author, "
          + IMPLEMENTATION
          + FROM
          + " join submission s on s.implementation_key = i.key"
          + " join account a on a.key = s.submitted_by"
          + VISIBLE
          + " and s.id = :id";

  private static final String JOBS =
      """
      select j.*, s.id as submission, s.commit_id, v.version from job j
        join submission s on s.key = j.submission_key
        join bundle_version v on v.key = j.bundle_version_key
      where j.key = any(array(
          select k.key from submission i
          cross join lateral (select key from job where submission_key = i.key
            order by key desc limit <limit>) k
          where i.implementation_key = :implementation
            and (cast(:submission as text) is null or i.id = :submission)
          order by k.key desc limit <limit>))
      order by j.key desc
      """;

  /// An implementation that is to be there.
  ///
  /// @param id that it gets when it is new
  /// @param isPrivate absent for what it is, or public
  record Wanted(
      String id, long benchmarkKey, long ownerKey, String name, @Nullable Boolean isPrivate) {}

  /// An implementation that is there.
  record Known(long key, String id) {}

  /// What is to be written.
  ///
  /// @param blob with the commit; absent when runners fetch it
  record NewSubmission(
      String id,
      long implementationKey,
      Source source,
      SolutionSpec solution,
      ImageIdentity image,
      @Nullable String blob,
      long account) {}

  /// Where a commit comes from.
  record StoredSource(String repository, @Nullable String blob) {}

  /// An implementation with its key.
  record Row(long key, ImplementationLine line) {}

  /// @param mine whether only the caller's own
  record Filter(@Nullable String benchmark, boolean mine) {}

  Known put(Handle handle, Wanted wanted) {
    return handle
        .createQuery(PUT_IMPLEMENTATION)
        .bind("id", wanted.id())
        .bind("benchmark", wanted.benchmarkKey())
        .bind("owner", wanted.ownerKey())
        .bind("name", wanted.name())
        .bind("private", wanted.isPrivate())
        .map((row, _) -> new Known(row.getLong("key"), row.getString("id")))
        .one();
  }

  long insert(Handle handle, NewSubmission submission) {
    return handle
        .createQuery(INSERT)
        .bind("id", submission.id())
        .bind("implementation", submission.implementationKey())
        .bind("repository", submission.source().repository())
        .bind("path", submission.source().path())
        .bind("commit", submission.source().commit())
        .bind("tree", submission.source().treeHash())
        .bind("solution", JsonCodec.toJson(submission.solution()))
        .bind("reference", submission.image().reference())
        .bind("digest", submission.image().digest())
        .bind("blob", submission.blob())
        .bind("account", submission.account())
        .mapTo(Long.class)
        .one();
  }

  StoredSource loadSource(Handle handle, long key) {
    return handle
        .createQuery(SOURCE)
        .bind("key", key)
        .map(
            (row, _) -> new StoredSource(row.getString("repository"), row.getString("source_blob")))
        .one();
  }

  List<Row> implementations(Handle handle, Caller caller, Filter filter, long below, int limit) {
    return seenBy(caller, handle.createQuery(IMPLEMENTATIONS))
        .bind("benchmark", filter.benchmark())
        .bind("mine", filter.mine())
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> implementation(row))
        .list();
  }

  Optional<Row> findImplementation(Handle handle, Caller caller, String id) {
    return seenBy(caller, handle.createQuery(ONE_IMPLEMENTATION))
        .bind("id", id)
        .map((row, _) -> implementation(row))
        .findOne();
  }

  Optional<SubmissionView> find(Handle handle, Caller caller, String id) {
    return seenBy(caller, handle.createQuery(ONE))
        .bind("id", id)
        .map((row, _) -> submission(handle, row))
        .findOne();
  }

  /// Jobs of an implementation, newest first.
  ///
  /// @param submission absent for all
  List<PlannedJob> jobs(
      Handle handle, long implementation, @Nullable String submission, int limit) {
    return handle
        .createQuery(JOBS)
        .bind("implementation", implementation)
        .bind("submission", submission)
        .define("limit", limit)
        .map((row, _) -> job(row))
        .list();
  }

  private SubmissionView submission(Handle handle, ResultSet row) throws SQLException {
    var implementation = implementation(row);
    return new SubmissionView(
        row.getString("id"),
        implementation.line(),
        new Source(
            row.getString("repository"),
            row.getString("path"),
            row.getString("commit_id"),
            row.getString("tree_hash")),
        JsonCodec.read(
            row.getString("solution").getBytes(StandardCharsets.UTF_8),
            SolutionSpec.class,
            "a stored solution.toml"),
        new ImageIdentity(row.getString("image_reference"), row.getString("image_digest")),
        row.getString("author"),
        row.getString("source_blob") != null,
        instant(row, "submitted_at"),
        jobs(handle, implementation.key(), row.getString("id"), 200));
  }

  private static Row implementation(ResultSet row) throws SQLException {
    return new Row(
        row.getLong("implementation_key"),
        new ImplementationLine(
            row.getString("implementation_id"),
            row.getString("implementation_name"),
            row.getString("benchmark"),
            row.getString("owner"),
            row.getBoolean("is_private"),
            row.getInt("submissions"),
            instant(row, "implementation_created_at")));
  }

  private static PlannedJob job(ResultSet row) throws SQLException {
    OffsetDateTime ended = row.getObject("ended_at", OffsetDateTime.class);
    return new PlannedJob(
        row.getString("id"),
        row.getString("submission"),
        row.getString("commit_id"),
        row.getString("version"),
        row.getBoolean("is_ranked"),
        row.getString("state"),
        row.getString("state_reason"),
        instant(row, "created_at"),
        ended == null ? null : ended.toInstant());
  }

  private static <S extends SqlStatement<S>> S seenBy(Caller caller, S statement) {
    return statement.bind("all", caller.seesAll()).bind("caller", caller.accountKey());
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
