package dev.assay.core.bundle;

import java.util.Locale;

/// What becomes of solutions that bring their own clock.
public enum SelfReported {
  /// Measured and shown, never ranked.
  MEASURED,
  /// Ranked among the others.
  RANKED;

  /// The word as a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
