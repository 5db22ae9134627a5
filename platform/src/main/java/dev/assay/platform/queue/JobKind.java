package dev.assay.platform.queue;

import java.util.Locale;

/// What a job is for.
public enum JobKind {
  /// Measures a submission.
  MEASURE,
  /// Judges kept answers again with another version of the bundle.
  REJUDGE;

  /// As documents and the database write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static JobKind parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
