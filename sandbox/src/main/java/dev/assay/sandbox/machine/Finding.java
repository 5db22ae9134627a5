package dev.assay.sandbox.machine;

/// What a check of the machine found.
///
/// @param subject as in `disk`
/// @param text a sentence, with what to do when it is not fine
public record Finding(String subject, Level level, String text) {
  /// How bad it is.
  public enum Level {
    FINE,
    /// Numbers are taken, and may be noisier or compare less well.
    WARNING,
    /// Nothing can be measured.
    UNFIT
  }

  static Finding fine(String subject, String text) {
    return new Finding(subject, Level.FINE, text);
  }

  static Finding warning(String subject, String text) {
    return new Finding(subject, Level.WARNING, text);
  }

  static Finding unfit(String subject, String text) {
    return new Finding(subject, Level.UNFIT, text);
  }
}
