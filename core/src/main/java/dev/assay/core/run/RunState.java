package dev.assay.core.run;

import java.util.Locale;

/// The state of the work. Never mixed with the status of a case or the verdict of a point.
public enum RunState {
  RUNNING,
  FINISHED,
  BUILD_FAILED,
  BUNDLE_ERROR,
  PLATFORM_ERROR,
  CANCELLED;

  /// The state as documents and pages write it, as in `build-failed`.
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
