package dev.assay.platform.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// A time as pages show it: in UTC, and where scripts run in the reader's zone with UTC beside it.
///
/// @param machine as in `2026-11-30T10:04:13Z`
/// @param text as in `2026-11-30 10:04 UTC`
public record Moment(String machine, String text) {
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  public static Moment of(Instant at) {
    return new Moment(at.truncatedTo(ChronoUnit.SECONDS).toString(), TEXT.format(at));
  }
}
