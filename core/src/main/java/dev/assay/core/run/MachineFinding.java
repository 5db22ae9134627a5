package dev.assay.core.run;

/// Something about a machine that bears on its numbers, or on whether it can measure at all.
///
/// @param subject what was looked at, in a word or two
/// @param text what was found, in a sentence
/// @param advice what to do about it, as a command where there is one; empty when there is nothing
///   to do
public record MachineFinding(Level level, String subject, String text, String advice) {
  /// How much it matters.
  public enum Level {
    /// As it should be.
    FINE,
    /// Recorded, not judged.
    NOTED,
    /// Makes times vary.
    WARNING,
    /// Nothing can be measured before this is put right.
    UNFIT
  }

  public static MachineFinding fine(String subject, String text) {
    return new MachineFinding(Level.FINE, subject, text, "");
  }

  public static MachineFinding noted(String subject, String text) {
    return new MachineFinding(Level.NOTED, subject, text, "");
  }

  public static MachineFinding warning(String subject, String text, String advice) {
    return new MachineFinding(Level.WARNING, subject, text, advice);
  }

  public static MachineFinding unfit(String subject, String text, String advice) {
    return new MachineFinding(Level.UNFIT, subject, text, advice);
  }
}
