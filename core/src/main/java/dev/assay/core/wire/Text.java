package dev.assay.core.wire;

/// Text from outside. Programs write what they like; what is kept can be written as UTF-8 and has a
/// bound.
final class Text {
  private static final char REPLACEMENT = '\uFFFD';

  private Text() {}

  /// The text with every surrogate that has no partner replaced by U+FFFD, so that UTF-8 can hold
  /// it.
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return replaceLoneSurrogates(text);
      }
    }
    return text;
  }

  private static String replaceLoneSurrogates(String text) {
    var clean = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> point >= 0xD800 && point <= 0xDFFF ? REPLACEMENT : point)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /// At most `limit` code points of the text, well-formed; `…` stands for what was cut.
  static String bounded(String text, int limit) {
    String clean = wellFormed(text);
    if (clean.codePointCount(0, clean.length()) <= limit) {
      return clean;
    }
    return clean.substring(0, clean.offsetByCodePoints(0, limit - 1)) + "…";
  }
}
