package dev.assay.core.game.source;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A string with code between braces, after which a colon begins how it is shown: those of Python
/// and C#. Two braces are one brace.
final class FormattedString implements Lexeme {
  /// How deep braces may be nested in what follows a colon.
  private static final int DEEPEST = 100;

  private final String firsts;
  private final Pattern opening;
  private final Function<MatchResult, String> closing;
  private final char escape;
  private final boolean isDoubled;

  /// @param firsts the characters that it begins with
  /// @param opening up to and with the quotes
  /// @param closing what ends it
  /// @param escape 0 for none
  /// @param isDoubled whether the closing quote twice is a quote in the string
  FormattedString(
      String firsts,
      String opening,
      Function<MatchResult, String> closing,
      char escape,
      boolean isDoubled) {
    this.firsts = firsts;
    this.opening = Pattern.compile(opening);
    this.closing = closing;
    this.escape = escape;
    this.isDoubled = isDoubled;
  }

  @Override
  public int end(Scan scan, int start) {
    if (firsts.indexOf(scan.text().charAt(start)) < 0) {
      return NONE;
    }
    var matcher = opening.matcher(scan.text()).region(start, scan.text().length());
    return matcher.lookingAt() ? endAfter(scan, matcher.end(), closing.apply(matcher)) : NONE;
  }

  private int endAfter(Scan scan, int from, String close) {
    int at = from;
    while (at < scan.text().length()) {
      if (scan.isAt(at, "{{") || (isDoubled && scan.isAt(at, close + close))) {
        at += 2;
      } else if (scan.text().charAt(at) == '{') {
        at = afterHole(scan, at + 1, 0);
      } else if (escape != 0 && scan.text().charAt(at) == escape) {
        at += scan.charAt(at + 1) == '{' ? 1 : 2;
      } else if (scan.isAt(at, close)) {
        return at + close.length();
      } else if (close.length() == 1 && !isDoubled && scan.text().charAt(at) == '\n') {
        return scan.unended(at);
      } else {
        at++;
      }
    }
    return scan.unended(scan.text().length());
  }

  private static int afterHole(Scan scan, int from, int level) {
    int at = scan.code(from, "}:");
    while (scan.charAt(at) != '}' && at < scan.text().length()) {
      boolean opens = scan.charAt(at) == '{' && level < DEEPEST;
      at = opens ? afterHole(scan, at + 1, level + 1) : at + 1;
    }
    return at + 1;
  }
}
