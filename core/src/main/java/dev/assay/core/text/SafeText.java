package dev.assay.core.text;

import java.util.regex.Pattern;

/// Text that a program, a bundle or a repository chose, made safe to show on a terminal or a page:
/// it can move no cursor, turn no direction and end no line. Escaping for HTML comes on top.
public final class SafeText {
  /// Escape sequences of terminals (ECMA-48): CSI with its parameters, OSC and its like up to their
  /// end, and two-character ones. No form can match slowly: each class excludes what ends it.
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\u001B(?:\\[[0-?]*+[ -/]*+[@-~]|[\\]PX^_][^\u0007\u001B\n]*+(?:\u0007|\u001B\\\\)?|[ -/]*+[0-OQ-WYZ\\\\`a-~])");

  private static final int MOST_SHOWN = 200;

  private SafeText() {}

  /// One line: escape sequences are gone, line ends and tabs are spaces, and characters that cannot
  /// be seen or that turn the direction of writing are named, as in `⟦U+202E⟧`.
  public static String oneLine(String text) {
    return visible(ESCAPE.matcher(text).replaceAll(""), false);
  }

  /// One line of so many characters of the text at most, with `…` where it was cut.
  public static String oneLine(String text, int most) {
    return text.length() <= most ? oneLine(text) : oneLine(text.substring(0, most)) + "…";
  }

  /// As much of a text from outside as a message can carry.
  public static String shown(String text) {
    return oneLine(text, MOST_SHOWN);
  }

  /// Many lines, as of a log: as `oneLine`, but line feeds and tabs stay, and a carriage return
  /// begins a new line.
  public static String lines(String text) {
    String plain = ESCAPE.matcher(text).replaceAll("");
    return visible(plain.replace("\r\n", "\n").replace('\r', '\n'), true);
  }

  /// The text without escape sequences; everything else stays, a lone escape character too.
  public static String withoutEscapes(String text) {
    return text.indexOf('\u001B') < 0 ? text : ESCAPE.matcher(text).replaceAll("");
  }

  /// Whether the text would be shown exactly as it is.
  public static boolean isPlain(String text) {
    return oneLine(text).equals(text);
  }

  private static String visible(String text, boolean manyLines) {
    var shown = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(shown, point, manyLines));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int point, boolean manyLines) {
    if (point == '\n' || point == '\t') {
      shown.append(manyLines ? (char) point : ' ');
    } else if (point == '\r') {
      shown.append(' ');
    } else if (isHidden(point)) {
      shown.append("⟦U+%04X⟧".formatted(point));
    } else {
      shown.appendCodePoint(point);
    }
  }

  private static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
