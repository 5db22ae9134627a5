package dev.assay.platform.account;

import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Cursor;
import dev.assay.platform.http.Page;
import java.util.List;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Writes down who did what. An entry is written in the transaction of what it tells of, so there
/// is never the one without the other; nothing changes or removes it.
public final class Audit {
  private static final int MOST_CHARACTERS = 4000;

  private final Jdbi jdbi;
  private final AuditRepository repository = new AuditRepository();

  public Audit(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @param action as in `bundle.publish`
  /// @param subject what it is done to, as in an id or a name
  /// @param detail what else there is to know, never a secret; the first 4,000 characters are kept
  public void record(Handle handle, Caller caller, String action, String subject, String detail) {
    String actor = caller.account() == null ? "anonymous" : caller.account().name();
    repository.insert(handle, caller, actor, action, kept(subject), kept(detail));
  }

  /// What was found, newest first.
  ///
  /// @param next where to look on; absent when there is no more
  /// @param isCutShort whether so many entries were looked at that looking ended before the page
  ///   was full
  public record Search(List<AuditEntry> items, @Nullable String next, boolean isCutShort) {
    public Search {
      items = List.copyOf(items);
    }
  }

  /// Looks for entries below a number. Of a text, so many entries are looked at and no more.
  public Search search(AuditFilter filter, long below, int limit) {
    return jdbi.withHandle(handle -> {
      List<AuditEntry> found = repository.search(handle, filter, below, limit + 1);
      if (found.size() > limit) {
        List<AuditEntry> shown = found.subList(0, limit);
        return new Search(shown, Cursor.of(shown.getLast().number()), false);
      }
      OptionalLong lowest =
          filter.text() == null
              ? OptionalLong.empty()
              : repository.lowestLooked(handle, filter, below);
      return new Search(
          found, lowest.isPresent() ? Cursor.of(lowest.getAsLong()) : null, lowest.isPresent());
    });
  }

  Page<AuditEntry> page(long below, int limit) {
    List<AuditEntry> found = jdbi.withHandle(handle -> repository.list(handle, below, limit + 1));
    return Page.of(found, limit, AuditEntry::number, entry -> entry);
  }

  private static String kept(String text) {
    String clean = text.replace('\0', ' ');
    if (clean.length() <= MOST_CHARACTERS) {
      return clean;
    }
    int end = clean.offsetByCodePoints(0, clean.codePointCount(0, MOST_CHARACTERS));
    return clean.substring(0, end);
  }
}
