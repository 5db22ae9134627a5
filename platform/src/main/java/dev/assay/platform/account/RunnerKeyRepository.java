package dev.assay.platform.account;

import dev.assay.platform.access.RunnerIdentity;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// Runners by their keys.
final class RunnerKeyRepository {
  private static final String FIND =
      """
      select key, id, name, state from runner where key_hash = :hash and state <> 'retired'
      """;

  Optional<RunnerIdentity> find(Handle handle, byte[] hash) {
    return handle
        .createQuery(FIND)
        .bind("hash", hash)
        .map(row ->
            new RunnerIdentity(
                row.getColumn("key", Long.class),
                row.getColumn("id", String.class),
                row.getColumn("name", String.class),
                row.getColumn("state", String.class)))
        .findOne();
  }
}
