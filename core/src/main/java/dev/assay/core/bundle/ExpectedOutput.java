package dev.assay.core.bundle;

import java.util.Locale;

/// Where the output comes from that a program's is compared with.
public enum ExpectedOutput {
  /// Files of the bundle.
  FILE,
  /// What `make` writes.
  MAKE,
  /// What a program of the bundle prints.
  REFERENCE,
  /// Nowhere: the bundle's `verify` needs none.
  NONE;

  /// As a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
