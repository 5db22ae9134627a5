package dev.assay.core.game.source;

/// Text between brackets that nest, in which nothing takes the meaning from them.
final class Nested {
  private Nested() {}

  /// After the closing bracket, or the end of the text.
  ///
  /// @param open where the opening one stands
  static int end(Scan scan, int open) {
    char from = scan.charAt(open);
    char to = Delimited.closing(from);
    int level = 0;
    for (int at = open; at < scan.text().length(); at++) {
      char c = scan.charAt(at);
      if (c == from) {
        level++;
      } else if (c == to && --level == 0) {
        return at + 1;
      }
    }
    return scan.unended(scan.text().length());
  }
}
