package dev.assay.platform.bundle;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.util.regex.Pattern;

/// Reads what comes with a request.
public final class Inputs {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private Inputs() {}

  /// The SHA-256 of a blob, in small hex digits.
  ///
  /// @throws AssayException `REQUEST_INVALID`
  public static String requireHash(String what, String text) {
    if (!HASH.matcher(text).matches()) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s', %s, is no SHA-256; a blob is known by 64 small hex digits."
              .formatted(SafeText.shown(text), what));
    }
    return text;
  }
}
