package dev.assay.core.game.source;

import java.util.Set;
import java.util.regex.Pattern;

/// Regular expressions between slashes, told from divisions by what stands before.
final class Patterns {
  private static final Lexeme SLASHED =
      Lexemes.pattern(
          "/",
          "/(?!\\*)(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\\\n]){0,2000}+\\]|[^/\\\\\\[\\n]){1,4000}+/\\w*");

  private static final Pattern WORD = Pattern.compile("[\\w$]+");

  private static final Set<String> WORDS_BEFORE_A_VALUE =
      Set.of(
          "return",
          "typeof",
          "case",
          "in",
          "of",
          "delete",
          "void",
          "throw",
          "new",
          "default",
          "else",
          "do",
          "instanceof",
          "yield",
          "await");

  private static final Set<String> WORDS_WITH_A_CONDITION = Set.of("if", "while", "for", "with");

  private static final Set<String> BEFORE_A_BLOCK =
      Set.of("", ")", ";", "{", "}", "=>", "else", "do", "try", "finally");

  private Patterns() {}

  static Lexeme javaScript() {
    return SLASHED.where((scan, at) -> !isAfterValue(scan));
  }

  /// Between slashes with no white space inside of them, or they are operators.
  static Lexeme swift() {
    return SLASHED.where((scan, at) ->
        !isAfterValue(scan)
            && !Character.isWhitespace(scan.charAt(at + 1))
            && !isOperator(scan, at));
  }

  /// `(/)` and `(/, x)` name a division.
  private static boolean isOperator(Scan scan, int at) {
    return ",)".indexOf(scan.charAt(at + 1)) >= 0;
  }

  private static boolean isAfterValue(Scan scan) {
    String previous = scan.previous();
    return switch (previous) {
      case "" -> false;
      case ")" -> !WORDS_WITH_A_CONDITION.contains(scan.beforeOpening());
      case "}" -> !BEFORE_A_BLOCK.contains(scan.beforeOpening());
      case "]", "++", "--" -> true;
      case "!" -> isAsserted(scan);
      default -> isValue(previous, scan.beforePrevious());
    };
  }

  /// `x! / 2` in TypeScript.
  private static boolean isAsserted(Scan scan) {
    String before = scan.beforePrevious();
    return before.equals("]")
        || (WORD.matcher(before).matches() && !WORDS_BEFORE_A_VALUE.contains(before));
  }

  private static boolean isValue(String token, String before) {
    if (Character.isDigit(token.charAt(0))) {
      return true;
    }
    if (WORD.matcher(token).matches()) {
      return !WORDS_BEFORE_A_VALUE.contains(token) || before.equals(".");
    }
    return "\"'`".indexOf(token.charAt(0)) >= 0 || (token.charAt(0) == '/' && token.length() > 1);
  }
}
