package dev.assay.platform.account;

import dev.assay.platform.access.Caller;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;

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

  /// So many entries are looked at for a text.
  private static final int MOST_LOOKED = 20_000;

  private static final String LOOKED = "(select * from audit_entry where key < :below";

  private static final String OF_ACTOR = " and actor = :actor";

  private static final String OF_ACTION = " and action = :action";

  private static final String NEWEST = " order by key desc limit :looked)";

  private static final String FOUND =
      "select e.key, e.at, a.id as account, e.actor, e.action, e.subject, e.detail, e.remote from ";

  private static final String WITH_TEXT =
      """
       e left join account a on a.key = e.account_key
      where cast(:text as text) is null or position(lower(:text) in lower(e.subject)) > 0
        or position(lower(:text) in lower(e.detail)) > 0
      order by e.key desc limit :limit
      """;

  private static final String LOWEST = "select min(e.key) from ";

  private static final String WHEN_FULL = " e having count(*) = :looked";

  List<AuditEntry> search(Handle handle, AuditFilter filter, long below, int limit) {
    return bound(handle.createQuery(FOUND + looked(filter) + WITH_TEXT), filter, below)
        .bind("looked", filter.text() == null ? limit : MOST_LOOKED)
        .bind("text", filter.text())
        .bind("limit", limit)
        .map(AuditRepository::entry)
        .list();
  }

  /// The lowest number that a search for a text looked at; empty when it looked at everything.
  OptionalLong lowestLooked(Handle handle, AuditFilter filter, long below) {
    return bound(handle.createQuery(LOWEST + looked(filter) + WHEN_FULL), filter, below)
        .bind("looked", MOST_LOOKED)
        .mapTo(Long.class)
        .findOne()
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private static String looked(AuditFilter filter) {
    return LOOKED
        + (filter.actor() == null ? "" : OF_ACTOR)
        + (filter.action() == null ? "" : OF_ACTION)
        + NEWEST;
  }

  private static Query bound(Query query, AuditFilter filter, long below) {
    if (filter.actor() != null) {
      query.bind("actor", filter.actor());
    }
    if (filter.action() != null) {
      query.bind("action", filter.action());
    }
    return query.bind("below", below);
  }

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
