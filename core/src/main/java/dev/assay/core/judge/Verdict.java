package dev.assay.core.judge;

import java.util.Locale;

/// What a point came to, and why in words.
///
/// @param outcome the verdict
/// @param reason a sentence without a full stop, as in `18 of 20 cases ok, the bar asks for all`
public record Verdict(Outcome outcome, String reason) {
  /// The three verdicts.
  public enum Outcome {
    PASS,
    FAIL,
    NOT_JUDGED;

    /// The verdict as documents and pages write it.
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
