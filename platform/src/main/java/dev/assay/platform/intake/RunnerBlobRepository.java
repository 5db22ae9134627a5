package dev.assay.platform.intake;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Which blobs a runner brought, and which it may fetch.
final class RunnerBlobRepository {
  private static final String INSERT =
      """
      insert into runner_upload (runner_key, blob, bytes) values (:runnerKey, :blob, :bytes)
      on conflict do nothing
      """;

  private static final String IS_UPLOADED =
      """
      select exists (select from runner_upload
        where runner_key = :runnerKey and blob = :blob and bytes = :bytes)
      """;

  /// Those that the lease names which it holds now, and its own.
  private static final String MAY_FETCH =
      """
      select exists (select from runner_upload where runner_key = :runnerKey and blob = :blob)
        or exists (
          select from job j
          join bundle_version v on v.key = j.bundle_version_key
          left join submission s on s.key = j.submission_key
          left join rejudge_item i on i.key = j.rejudge_item_key
          where j.runner_key = :runnerKey and j.state = 'running'
            and (:blob in (v.archive_blob, s.source_blob, i.run_blob)
              or exists (select from image m where m.recipe_blob = :blob
                  and m.digest in (v.image_digest, s.image_digest))
              or exists (select from run_file f where f.run_key = i.run_key and f.blob = :blob)))
      """;

  private final Jdbi jdbi;

  RunnerBlobRepository(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  void insert(long runnerKey, String blob, long bytes) {
    jdbi.useHandle(handle ->
        handle
            .createUpdate(INSERT)
            .bind("runnerKey", runnerKey)
            .bind("blob", blob)
            .bind("bytes", bytes)
            .execute());
  }

  boolean mayFetch(long runnerKey, String blob) {
    return jdbi.withHandle(handle ->
        handle
            .createQuery(MAY_FETCH)
            .bind("runnerKey", runnerKey)
            .bind("blob", blob)
            .mapTo(Boolean.class)
            .one());
  }

  /// Whether the runner brought a blob of that hash and size.
  static boolean isUploaded(Handle handle, long runnerKey, String blob, long bytes) {
    return handle
        .createQuery(IS_UPLOADED)
        .bind("runnerKey", runnerKey)
        .bind("blob", blob)
        .bind("bytes", bytes)
        .mapTo(Boolean.class)
        .one();
  }
}
