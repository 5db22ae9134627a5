package dev.assay.platform.access;

import java.util.Locale;

/// What an account may do; each may all that those before it may.
public enum Role {
  AUTHOR,
  HOST,
  OPERATOR;

  /// As documents and the database write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
