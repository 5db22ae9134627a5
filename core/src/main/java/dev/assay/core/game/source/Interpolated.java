package dev.assay.core.game.source;

/// A string of Scala with a name before its quotes, which says what it becomes. Two dollars are one
/// without a hole behind them.
///
/// @param quotes one or three
record Interpolated(String quotes) implements Lexeme {
  @Override
  public int end(Scan scan, int start) {
    int at = start;
    while (at < scan.text().length() && Scan.isLetter(scan.charAt(at))) {
      at++;
    }
    boolean begins = at > start && !Character.isDigit(scan.charAt(start)) && scan.isAt(at, quotes);
    return begins ? endAfter(scan, at + quotes.length()) : NONE;
  }

  private int endAfter(Scan scan, int from) {
    boolean isLine = quotes.length() == 1;
    int at = from;
    while (at < scan.text().length()) {
      if (scan.isAt(at, "$$") || (isLine && scan.charAt(at) == '\\')) {
        at += 2;
      } else if (scan.isAt(at, "${")) {
        at = scan.code(at + 2, "}") + 1;
      } else if (scan.isAt(at, quotes)) {
        return at + quotes.length();
      } else if (isLine && scan.charAt(at) == '\n') {
        return scan.unended(at);
      } else {
        at++;
      }
    }
    return scan.unended(scan.text().length());
  }
}
