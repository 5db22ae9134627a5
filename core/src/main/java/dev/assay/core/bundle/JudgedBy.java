package dev.assay.core.bundle;

import java.util.Locale;

/// What says whether an answer is right.
public enum JudgedBy {
  /// The bundle's own `verify`.
  VERIFY,
  /// The digests of the answers that the reference implementation gave to the same cases.
  REFERENCE;

  /// As a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
