package dev.assay.platform.http;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Answers that were given, by the keys that their requests brought.
final class IdempotencyRepository {
  /// A second transaction with the same key waits here until the first has ended.
  private static final String BEGIN =
      """
      insert into idempotency (account_key, token, request_hash, status, response)
      values (:account, :token, :hash, 0, '')
      on conflict do nothing
      """;

  private static final String END =
      """
      update idempotency set status = :status, response = :response
      where account_key = :account and token = :token
      """;

  private static final String FIND =
      """
      select request_hash, status, response from idempotency
      where account_key = :account and token = :token
      """;

  private static final String SWEEP =
      "delete from idempotency where created_at < now() - interval '7 days'";

  /// An answer that was given.
  record Given(String requestHash, int status, String response) {}

  /// Whether the key is new; then it is taken until the transaction ends.
  boolean begin(Handle handle, long account, String token, String hash) {
    return handle
            .createUpdate(BEGIN)
            .bind("account", account)
            .bind("token", token)
            .bind("hash", hash)
            .execute()
        == 1;
  }

  void end(Handle handle, long account, String token, int status, String response) {
    handle
        .createUpdate(END)
        .bind("account", account)
        .bind("token", token)
        .bind("status", status)
        .bind("response", response)
        .execute();
  }

  Optional<Given> find(Handle handle, long account, String token) {
    return handle
        .createQuery(FIND)
        .bind("account", account)
        .bind("token", token)
        .map(row ->
            new Given(
                row.getColumn("request_hash", String.class),
                row.getColumn("status", Integer.class),
                row.getColumn("response", String.class)))
        .findOne();
  }

  void sweep(Handle handle) {
    handle.execute(SWEEP);
  }
}
