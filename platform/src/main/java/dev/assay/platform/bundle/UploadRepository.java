package dev.assay.platform.bundle;

import org.jdbi.v3.core.Handle;

/// What accounts have sent.
final class UploadRepository {
  private static final String LOCK =
      "select key from account where key = :account for no key update";

  private static final String SENT =
      """
      select coalesce(sum(bytes), 0) from blob_upload
      where account_key = :account and hash <> :hash and uploaded_at > now() - interval '24 hours'
      """;

  private static final String PUT =
      """
      insert into blob_upload (account_key, hash, bytes) values (:account, :hash, :bytes)
      on conflict (account_key, hash) do update set bytes = excluded.bytes, uploaded_at = now()
      """;

  private static final String DROP =
      "delete from blob_upload where account_key = :account and hash = :hash";

  private static final String EXISTS =
      "select exists (select from blob_upload where account_key = :account and hash = :hash)";

  /// Whoever else counts for this account waits until the transaction ends.
  void lock(Handle handle, long account) {
    handle.createQuery(LOCK).bind("account", account).mapTo(Long.class).one();
  }

  /// Bytes of the last 24 hours, without one blob.
  long sent(Handle handle, long account, String hash) {
    return handle
        .createQuery(SENT)
        .bind("account", account)
        .bind("hash", hash)
        .mapTo(Long.class)
        .one();
  }

  void put(Handle handle, long account, String hash, long bytes) {
    handle
        .createUpdate(PUT)
        .bind("account", account)
        .bind("hash", hash)
        .bind("bytes", bytes)
        .execute();
  }

  void drop(Handle handle, long account, String hash) {
    handle.createUpdate(DROP).bind("account", account).bind("hash", hash).execute();
  }

  boolean exists(Handle handle, long account, String hash) {
    return handle
        .createQuery(EXISTS)
        .bind("account", account)
        .bind("hash", hash)
        .mapTo(Boolean.class)
        .one();
  }
}
