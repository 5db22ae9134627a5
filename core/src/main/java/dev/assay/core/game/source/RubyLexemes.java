package dev.assay.core.game.source;

import java.util.Set;

/// What is particular to Ruby: here-documents, literals after `%`, patterns.
final class RubyLexemes {
  private static final Set<String> WORDS_BEFORE_A_VALUE =
      Set.of(
          "if", "unless", "while", "until", "and", "or", "not", "return", "when", "in", "then",
          "else", "do", "puts", "print", "p");

  private static final Lexeme OPERATOR = Lexemes.pattern("+-*/%<>=!~^&|`", "[-+*/%<>=!~^&|`]+@?");

  private RubyLexemes() {}

  static Syntax syntax() {
    return Syntax.empty()
        .comments(RubyLexemes::block)
        .tokens(
            Lexemes.SHEBANG,
            RubyLexemes::end,
            Lexemes.pattern("$", "\\$[^\\s\\w]"),
            RubyLexemes::operator,
            Lexemes.pattern(":", ":(?:\\[]=?|[-+*/%<>=!~^&|`]+@?)")
                .where((scan, at) -> scan.before(at) != ':'),
            Lexemes.hereDocument(
                "<<(?<indent>[~-]?)(?:(?<tag>[A-Za-z_]\\w*)|(?<quoted>\"[^\"\\n]*\"|'[^'\\n]*'|`[^`\\n]*`))"),
            Lexemes.text("\"").holes("#{", "}"),
            Lexemes.text("'"),
            Lexemes.text("`").holes("#{", "}"),
            Lexemes.pattern("?", "\\?(?:\\\\.|[^\\s\\w])").where((scan, at) -> !isAfterValue(scan)),
            Lexemes.pattern(
                    "/",
                    "/(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\]){0,2000}+\\]|[^/\\\\\\[]){0,4000}+/[a-z]*")
                .where((scan, at) -> !isAfterValue(scan)),
            Lexemes.pattern("/", "/(?:\\\\.|[^/\\\\\\n]){0,4000}+/[a-z]*")
                .where((scan, at) -> isCommand(scan, at, 1)),
            RubyLexemes::percent)
        .comments(Lexemes.line("#"))
        .words("");
  }

  private static int block(Scan scan, int at) {
    return scan.isLineStart(at) && scan.isAt(at, "=begin")
        ? scan.lineEnd(scan.after("\n=end", at))
        : Lexeme.NONE;
  }

  private static int end(Scan scan, int at) {
    return scan.isLineStart(at) && scan.isAt(at, "__END__") && scan.lineEnd(at) == at + 7
        ? scan.text().length()
        : Lexeme.NONE;
  }

  /// An operator that is named instead of applied: `:/`, `def /(other)`, `a./(b)`.
  private static int operator(Scan scan, int at) {
    boolean isNamed =
        scan.previous().equals("def") || (scan.previous().equals(".") && scan.before(at) == '.');
    return isNamed ? OPERATOR.end(scan, at) : Lexeme.NONE;
  }

  private static boolean isAfterValue(Scan scan) {
    String previous = scan.previous();
    if (previous.isEmpty()) {
      return false;
    }
    return (previous.equals("}") && scan.isSameLine())
        || ")]\"'`$".indexOf(previous.charAt(0)) >= 0
        || (Scan.isLetter(previous.charAt(0)) && !WORDS_BEFORE_A_VALUE.contains(previous));
  }

  /// `puts /a/`: a word, a space, and no space after it.
  private static boolean isCommand(Scan scan, int at, int length) {
    return !scan.previous().isEmpty()
        && Character.isLetter(scan.previous().charAt(0))
        && Character.isWhitespace(scan.before(at))
        && !Character.isWhitespace(scan.charAt(at + length))
        && scan.charAt(at + length) != '=';
  }

  private static int percent(Scan scan, int at) {
    if (scan.charAt(at) != '%' || (isAfterValue(scan) && !isCommand(scan, at, 1))) {
      return Lexeme.NONE;
    }
    int open = "qQwWiIrxs".indexOf(scan.charAt(at + 1)) >= 0 ? at + 2 : at + 1;
    char from = scan.charAt(open);
    if (Scan.isLetter(from) || Character.isWhitespace(from) || ")]}>".indexOf(from) >= 0) {
      return Lexeme.NONE;
    }
    return Delimited.end(scan, open);
  }
}
