package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Looks for characters in a JSON document that no text has: half a surrogate pair, and NUL, be
/// they written plainly or as an escape.
final class JsonText {
  private JsonText() {}

  /// @throws AssayException `REQUEST_INVALID`
  static void requireWellFormed(byte[] json, boolean mayHoldNul) {
    CharSequence text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
    } catch (CharacterCodingException e) {
      throw refused("is not UTF-8");
    }
    int high = -1;
    for (int i = 0; i < text.length(); i++) {
      int unit = text.charAt(i);
      if (unit == '\0') {
        throw refused("holds a NUL character");
      }
      if (unit == '\\') {
        unit = unitOf(text, i);
        i += unit >= 0 ? 5 : 1;
      }
      if (unit == 0 && !mayHoldNul) {
        throw refused("holds a NUL character");
      }
      boolean isLow = unit >= Character.MIN_LOW_SURROGATE && unit <= Character.MAX_LOW_SURROGATE;
      if (isLow != high >= 0) {
        throw refused("holds half a surrogate pair");
      }
      high = unit >= 0 && unit <= 0xFFFF && Character.isHighSurrogate((char) unit) ? unit : -1;
    }
    if (high >= 0) {
      throw refused("holds half a surrogate pair");
    }
  }

  /// What the escape at `at` stands for; -1 when it is not one of hex digits.
  private static int unitOf(CharSequence text, int at) {
    if (at + 6 > text.length() || text.charAt(at + 1) != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit * 16 + digit;
    }
    return unit;
  }

  private static AssayException refused(String what) {
    return new AssayException(
        ErrorCode.REQUEST_INVALID, "Cannot read the request's body: it %s.".formatted(what));
  }
}
