package dev.assay.platform.report.suite;

import dev.assay.core.suite.SuiteEntry;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// When something was measured, UTC.
final class Times {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Times() {}

  /// As in `2026-11-30 13:30 to 13:31 UTC`.
  ///
  /// @param entries at least one
  static String span(List<SuiteEntry> entries) {
    Instant first =
        entries.stream().map(SuiteEntry::at).min(Comparator.naturalOrder()).orElseThrow();
    Instant last =
        entries.stream().map(SuiteEntry::at).max(Comparator.naturalOrder()).orElseThrow();
    String from = MINUTE.format(first);
    String to = MINUTE.format(last);
    if (from.equals(to)) {
      return from + " UTC";
    }
    String day = from.substring(0, from.indexOf(' ') + 1);
    return "%s to %s UTC".formatted(from, to.startsWith(day) ? to.substring(day.length()) : to);
  }
}
