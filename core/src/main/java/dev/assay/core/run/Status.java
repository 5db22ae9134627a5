package dev.assay.core.run;

import java.util.Locale;
import java.util.Optional;

/// How a case came out.
public enum Status {
  OK,
  WRONG,
  TIMEOUT,
  CRASHED,
  OOM,
  /// No answer came because an earlier case ended the process.
  LOST;

  /// The status as documents and pages write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Status> parse(String text) {
    for (Status status : values()) {
      if (status.text().equals(text)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
