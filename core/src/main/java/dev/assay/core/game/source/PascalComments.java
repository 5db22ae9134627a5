package dev.assay.core.game.source;

import java.util.regex.Pattern;

/// Comments of Pascal. Free Pascal nests those of one kind; Delphi, and Free Pascal where it is
/// told to be as Delphi is, does not.
final class PascalComments {
  private static final Pattern OTHER_MODE =
      Pattern.compile(
          "\\{\\$mode\\s+(?:delphi|delphiunicode|tp|macpas)\\b", Pattern.CASE_INSENSITIVE);

  private PascalComments() {}

  /// One that has no end when it nests does not.
  static Lexeme between(String open, String close) {
    return (scan, at) -> scan.isAt(at, open) ? end(scan, at, open, close) : Lexeme.NONE;
  }

  private static int end(Scan scan, int start, String open, String close) {
    int first = scan.after(close, start + open.length());
    int inner = scan.text().indexOf(open, start + open.length());
    if (inner < 0 || inner > first || OTHER_MODE.matcher(scan.text()).find()) {
      return first;
    }
    int nested = nestedEnd(scan, start, open, close);
    return nested < 0 ? first : nested;
  }

  private static int nestedEnd(Scan scan, int start, String open, String close) {
    int level = 0;
    for (int at = start; at < scan.text().length(); at++) {
      if (scan.isAt(at, open)) {
        level++;
      } else if (scan.isAt(at, close) && --level == 0) {
        return at + close.length();
      }
    }
    return Lexeme.NONE;
  }
}
