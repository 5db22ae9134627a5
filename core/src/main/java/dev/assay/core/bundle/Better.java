package dev.assay.core.bundle;

import java.util.Locale;

/// Which direction of a score wins.
public enum Better {
  LOWER,
  HIGHER;

  /// The direction as a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
