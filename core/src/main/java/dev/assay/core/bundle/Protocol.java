package dev.assay.core.bundle;

import java.util.Locale;

/// How a benchmark is measured (DESIGN section 6).
public enum Protocol {
  CALL,
  PROGRAM,
  ENCRYPTED;

  /// The protocol as a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
