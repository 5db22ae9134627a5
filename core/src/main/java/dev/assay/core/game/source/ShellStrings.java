package dev.assay.core.game.source;

/// Strings of a shell between double quotes, with commands and expansions in them. In an expansion
/// quotes begin strings of their own, and `'` is a character.
final class ShellStrings {
  private static final int DEEPEST = 50;

  private ShellStrings() {}

  static int end(Scan scan, int at) {
    return scan.charAt(at) == '"' ? after(scan, at + 1, '"', 0) : Lexeme.NONE;
  }

  /// After the next `close` that nothing takes the meaning from.
  private static int after(Scan scan, int from, char close, int level) {
    int length = scan.text().length();
    int at = from;
    while (at < length) {
      char c = scan.charAt(at);
      if (c == close) {
        return at + 1;
      }
      at = c == '\\' ? at + 2 : part(scan, at, close, level);
    }
    return scan.unended(length);
  }

  private static int part(Scan scan, int at, char close, int level) {
    if (level < DEEPEST && scan.isAt(at, "${")) {
      return after(scan, at + 2, '}', level + 1);
    }
    if (level < DEEPEST && close == '}' && scan.charAt(at) == '"') {
      return after(scan, at + 1, '"', level + 1);
    }
    if (scan.isAt(at, "$(")) {
      return scan.code(at + 2, ")") + 1;
    }
    return at + 1;
  }
}
