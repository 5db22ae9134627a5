package dev.assay.core.game.source;

import java.util.regex.Pattern;

/// The comment right before `import "C"` in Go: it is C, and is compiled.
final class GoPreamble {
  private static final int MOST_LINES = 1_000;
  private static final Pattern IMPORT = Pattern.compile("[ \\t]*\\n?[ \\t]*import[ \\t(]+\"C\"");

  private GoPreamble() {}

  static int end(Scan scan, int at) {
    if (scan.isAt(at, "/*")) {
      int end = scan.text().indexOf("*/", at + 2);
      return end >= 0 && isImport(scan, end + 2) ? end + 2 : Lexeme.NONE;
    }
    return scan.isAt(at, "//") && scan.isLineStart(at) ? lines(scan, at) : Lexeme.NONE;
  }

  private static int lines(Scan scan, int from) {
    int end = scan.lineEnd(from);
    for (int i = 0; i < MOST_LINES && scan.isAt(end + 1, "//"); i++) {
      end = scan.lineEnd(end + 1);
    }
    return isImport(scan, end) ? end : Lexeme.NONE;
  }

  private static boolean isImport(Scan scan, int at) {
    return IMPORT.matcher(scan.text()).region(at, scan.text().length()).lookingAt();
  }
}
