package dev.assay.core.game.source;

/// Strings of Elixir and Erlang that begin with `~`, a name, and a delimiter of their author's
/// choice, which does not nest.
final class Sigils {
  private static final String DELIMITERS = "([{</|\"'`#";

  private Sigils() {}

  /// @param hole what begins code in those whose name is small; empty for none
  static int end(Scan scan, int at, String hole) {
    if (scan.charAt(at) != '~') {
      return Lexeme.NONE;
    }
    int open = at + 1;
    while (Character.isLetterOrDigit(scan.charAt(open))) {
      open++;
    }
    char delimiter = scan.charAt(open);
    if (DELIMITERS.indexOf(delimiter) < 0) {
      return Lexeme.NONE;
    }
    Quoted sigil = quoted(scan, open, String.valueOf(delimiter));
    boolean hasCode = !hole.isEmpty() && Character.isLowerCase(scan.charAt(at + 1));
    return (hasCode ? sigil.holes(hole, "}") : sigil).end(scan, open);
  }

  private static Quoted quoted(Scan scan, int open, String from) {
    boolean isLong = "\"'".contains(from) && scan.isAt(open, from.repeat(3));
    String close = String.valueOf(Delimited.closing(from.charAt(0)));
    return Quoted.between(isLong ? from.repeat(3) : from, isLong ? close.repeat(3) : close)
        .escaped('\\')
        .manyLines();
  }
}
