package dev.assay.platform.queue;

import java.util.Locale;

/// Where a job stands. All but the first two are final.
public enum JobState {
  QUEUED,
  RUNNING,
  FINISHED,
  BUILD_FAILED,
  BUNDLE_ERROR,
  PLATFORM_ERROR,
  CANCELLED;

  /// As documents and the database write it, as in `build-failed`.
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public boolean isFinal() {
    return this != QUEUED && this != RUNNING;
  }

  static JobState parse(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
