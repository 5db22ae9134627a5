package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;

/// Checks texts that people chose. They are kept as they are and never interpreted: SQL binds them,
/// JSON and pages escape them.
public final class PlainText {
  private PlainText() {}

  /// One line that is shown exactly as it is: no control characters, none that cannot be seen or
  /// that turn the direction of writing, no space at either end.
  ///
  /// @param what the message calls it, as in `the name`
  /// @param most characters
  /// @throws AssayException `REQUEST_INVALID`
  public static String requireLine(String what, String text, int most) {
    if (text.isEmpty() || text.codePointCount(0, text.length()) > most) {
      throw refused("%s has 1 to %d characters.".formatted(capital(what), most));
    }
    if (!SafeText.isPlain(text) || !text.strip().equals(text)) {
      throw refused(
          "%s '%s' holds characters that cannot be seen, or begins or ends with a space."
              .formatted(capital(what), SafeText.oneLine(text)));
    }
    return text;
  }

  /// A text without NUL, which PostgreSQL cannot hold.
  static String requireNoNul(String what, String text) {
    if (text.indexOf('\0') >= 0) {
      throw refused("%s holds a NUL character.".formatted(capital(what)));
    }
    return text;
  }

  private static String capital(String what) {
    return what.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + what.substring(1);
  }

  private static AssayException refused(String message) {
    return new AssayException(ErrorCode.REQUEST_INVALID, message);
  }
}
