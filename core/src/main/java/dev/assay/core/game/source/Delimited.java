package dev.assay.core.game.source;

/// Text between delimiters that its author chose: brackets, which nest, or twice the same
/// character. A backslash takes the meaning from the one after it.
final class Delimited {
  private Delimited() {}

  /// After the closing delimiter, or the end of the text.
  ///
  /// @param open where the opening one stands
  static int end(Scan scan, int open) {
    char from = scan.charAt(open);
    char to = closing(from);
    int level = 0;
    int at = open + 1;
    while (at < scan.text().length()) {
      char c = scan.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == to && level == 0) {
        return at + 1;
      } else if (c == to) {
        level--;
      } else if (c == from) {
        level++;
      }
      at++;
    }
    return scan.unended(scan.text().length());
  }

  static char closing(char open) {
    int bracket = "([{<".indexOf(open);
    return bracket < 0 ? open : ")]}>".charAt(bracket);
  }
}
