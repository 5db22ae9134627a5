package dev.assay.core.game.source;

/// A string between quotes.
///
/// @param escape what takes the meaning from the character after it; 0 for none
/// @param isDoubled whether the closing quote twice is a quote in the string
/// @param hasLines whether it goes on over the end of a line
/// @param hole what begins code in it; empty for none
/// @param holeEnd what ends that
record Quoted(
    String open,
    String close,
    char escape,
    boolean isDoubled,
    boolean hasLines,
    String hole,
    String holeEnd)
    implements Lexeme {
  static Quoted of(String quote) {
    return between(quote, quote);
  }

  static Quoted between(String open, String close) {
    return new Quoted(open, close, (char) 0, false, false, "", "");
  }

  Quoted escaped(char by) {
    return new Quoted(open, close, by, isDoubled, hasLines, hole, holeEnd);
  }

  Quoted doubled() {
    return new Quoted(open, close, escape, true, hasLines, hole, holeEnd);
  }

  Quoted manyLines() {
    return new Quoted(open, close, escape, isDoubled, true, hole, holeEnd);
  }

  Quoted holes(String from, String to) {
    return new Quoted(open, close, escape, isDoubled, hasLines, from, to);
  }

  @Override
  public int end(Scan scan, int start) {
    return scan.isAt(start, open) ? endAfter(scan, start + open.length()) : NONE;
  }

  private int endAfter(Scan scan, int from) {
    int length = scan.text().length();
    int at = from;
    while (at < length) {
      char c = scan.text().charAt(at);
      if (!hole.isEmpty() && scan.isAt(at, hole)) {
        at = scan.code(at + hole.length(), holeEnd) + 1;
      } else if (c == escape) {
        at += 2;
      } else if (scan.isAt(at, close)) {
        int after = at + close.length();
        if (!isDoubled || !scan.isAt(after, close)) {
          return after;
        }
        at = after + close.length();
      } else if (c == '\n' && !hasLines) {
        return scan.unended(at);
      } else {
        at++;
      }
    }
    return scan.unended(length);
  }
}
