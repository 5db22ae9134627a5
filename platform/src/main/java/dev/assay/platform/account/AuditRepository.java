package dev.assay.platform.account;

import dev.assay.platform.access.Caller;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;

/// The audit log, which the database lets nobody change.
final class AuditRepository {
  private static final String INSERT =
      """
      insert into audit_entry (account_key, actor, action, subject, detail, remote)
      values (nullif(:account, 0), :actor, :action, :subject, :detail, :remote)
      """;

  private static final String LIST =
      """
      select e.key, e.at, a.id as account, e.actor, e.action, e.subject, e.detail, e.remote
      from audit_entry e left join account a on a.key = e.account_key
      where e.key < :below order by e.key desc limit :limit
      """;

  void insert(
      Handle handle, Caller caller, String actor, String action, String subject, String detail) {
    handle
        .createUpdate(INSERT)
        .bind("account", caller.accountKey())
        .bind("actor", actor)
        .bind("action", action)
        .bind("subject", subject)
        .bind("detail", detail)
        .bind("remote", caller.remote())
        .execute();
  }

  List<AuditEntry> list(Handle handle, long below, int limit) {
    return handle
        .createQuery(LIST)
        .bind("below", below)
        .bind("limit", limit)
        .map(AuditRepository::entry)
        .list();
  }

  private static AuditEntry entry(RowView row) {
    return new AuditEntry(
        row.getColumn("key", Long.class),
        row.getColumn("at", Instant.class),
        row.getColumn("account", String.class),
        row.getColumn("actor", String.class),
        row.getColumn("action", String.class),
        row.getColumn("subject", String.class),
        row.getColumn("detail", String.class),
        row.getColumn("remote", String.class));
  }
}
