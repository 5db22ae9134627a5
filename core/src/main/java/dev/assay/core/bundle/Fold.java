package dev.assay.core.bundle;

import java.util.Locale;
import java.util.Optional;

/// How many values become one. Computed on the way out, never stored.
public enum Fold {
  MIN,
  MEDIAN,
  MEAN,
  MAX;

  /// The fold as a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Fold> parse(String text) {
    for (Fold fold : values()) {
      if (fold.text().equals(text)) {
        return Optional.of(fold);
      }
    }
    return Optional.empty();
  }
}
