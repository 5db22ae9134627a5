package dev.assay.core.game.source;

import java.util.Set;
import java.util.regex.Pattern;

/// What is particular to Perl: its quotes, whose delimiters anybody chooses, patterns, variables
/// that look like quotes, documents and documentation between the code.
final class PerlLexemes {
  private static final Pattern QUOTE_WORD = Pattern.compile("(?:qw|qq|qr|qx|q|m|s|tr|y)(?!\\w)");
  private static final Set<String> WITH_TWO_PARTS = Set.of("s", "tr", "y");

  /// After these a name is no quote.
  private static final Set<String> BEFORE_A_NAME = Set.of("sub", "->", "-", "&");

  private static final Set<String> WORDS_BEFORE_A_VALUE =
      Set.of(
          "split", "grep", "map", "join", "if", "unless", "and", "or", "not", "push", "unshift",
          "x", "return", "while", "until", "when", "print", "lt", "gt", "le", "ge", "eq", "ne",
          "cmp", "xor");

  private static final Lexeme HERE_DOCUMENT =
      Lexemes.hereDocument(
          "<<(?<indent>~?)(?:\\\\?(?<tag>[A-Za-z_]\\w*)|[ \\t]*(?<quoted>\"[^\"\\n]*\"|'[^'\\n]*'))");

  private static final Pattern FORMAT = Pattern.compile("format(?:[ \\t]+\\w+)?[ \\t]*=[ \\t]*\\n");

  private PerlLexemes() {}

  static Syntax syntax() {
    return Syntax.empty()
        .comments(PerlLexemes::documentation)
        .tokens(
            Lexemes.SHEBANG,
            PerlLexemes::end,
            Lexemes.pattern(
                "$@", "\\$#(?=[\\w{$])|[$@]\\w+(?:::\\w+)*+|\\$\\$(?!\\w)|\\$[^\\s\\w{($]"),
            Lexemes.pattern("%&", "[%&]\\w+(?:::\\w+)*+")
                .where((scan, at) -> !isAfterValue(scan) || isArgument(scan, at)),
            Lexemes.pattern("0123456789", "\\d\\w*(?:\\.(?!\\.)\\w*)?"),
            PerlLexemes::picture,
            Lexemes.pattern("-=", "->|=>"),
            Lexemes.text("\""),
            Lexemes.text("'"),
            Lexemes.text("`"),
            HERE_DOCUMENT,
            Lexemes.pattern("/", "//").where((scan, at) -> isAfterValue(scan)),
            PerlLexemes::quote,
            PerlLexemes::pattern)
        .comments(Lexemes.line("#"));
  }

  /// From a line like `=pod` to the one that begins with `=cut`.
  private static int documentation(Scan scan, int at) {
    if (scan.charAt(at) != '='
        || !scan.isLineStart(at)
        || !Character.isLetter(scan.charAt(at + 1))) {
      return Lexeme.NONE;
    }
    int end = scan.isAt(at, "=cut") ? at : scan.after("\n=cut", at);
    return scan.lineEnd(end);
  }

  /// Behind it is data, whatever that looks like.
  private static int end(Scan scan, int at) {
    boolean ends = scan.isAt(at, "__END__") || scan.isAt(at, "__DATA__");
    return ends && scan.isLineStart(at) ? scan.text().length() : Lexeme.NONE;
  }

  /// `keys %h`: behind a word, and next to its name only.
  private static boolean isArgument(Scan scan, int at) {
    return Character.isLetter(scan.previous().charAt(0)) && Character.isWhitespace(scan.before(at));
  }

  /// A format: its lines are a picture up to a dot, but for those that begin with `#`.
  private static int picture(Scan scan, int at) {
    if (scan.charAt(at) != 'f' || !scan.isLineStart(at)) {
      return Lexeme.NONE;
    }
    var opening = FORMAT.matcher(scan.text()).region(at, scan.text().length());
    if (!opening.lookingAt() || !scan.hasLine(".", at, false)) {
      return Lexeme.NONE;
    }
    int line = opening.end();
    while (!scan.text().substring(line, scan.lineEnd(line)).equals(".")) {
      if (scan.charAt(line) == '#') {
        scan.addComment(line, scan.lineEnd(line));
      }
      line = scan.lineEnd(line) + 1;
    }
    return line + 1;
  }

  private static int pattern(Scan scan, int at) {
    if (scan.charAt(at) != '/' || isAfterValue(scan)) {
      return Lexeme.NONE;
    }
    return flags(scan, Delimited.end(scan, at));
  }

  private static boolean isAfterValue(Scan scan) {
    String previous = scan.previous();
    if (previous.isEmpty()) {
      return false;
    }
    char first = previous.charAt(0);
    return switch (first) {
      case ')', ']' -> true;
      case '}' -> isSubscript(scan.beforeOpening());
      case '$', '@', '"', '\'', '`' -> true;
      default -> Scan.isLetter(first) && !WORDS_BEFORE_A_VALUE.contains(previous);
    };
  }

  private static boolean isSubscript(String before) {
    return before.startsWith("$")
        || before.startsWith("@")
        || Set.of("->", "}", "]", "%").contains(before);
  }

  private static int quote(Scan scan, int at) {
    var word = QUOTE_WORD.matcher(scan.text()).region(at, scan.text().length());
    if (!word.lookingAt() || BEFORE_A_NAME.contains(scan.previous())) {
      return Lexeme.NONE;
    }
    int open = delimiter(scan, word.end());
    if (open < 0 || isKey(scan, word.end(), open)) {
      return Lexeme.NONE;
    }
    int end = Delimited.end(scan, open);
    if (WITH_TWO_PARTS.contains(word.group())) {
      end = secondPart(scan, open, end);
    }
    return flags(scan, end);
  }

  /// Where the delimiter stands; negative when there is none. A `#` is one only next to the word.
  private static int delimiter(Scan scan, int from) {
    int at = from;
    while (at < scan.text().length() && Character.isWhitespace(scan.charAt(at))) {
      at++;
    }
    char c = scan.charAt(at);
    boolean none = Scan.isLetter(c) || Character.isWhitespace(c) || (c == '#' && at > from);
    return none ? -1 : at;
  }

  /// The word is a key of a hash, or an argument.
  private static boolean isKey(Scan scan, int wordEnd, int open) {
    char c = scan.charAt(open);
    boolean isLast = c == '}' || c == ')' || c == ';';
    return isLast
        || scan.isAt(open, "=>")
        || (c == ',' && open > wordEnd)
        || (c == '=' && open > wordEnd);
  }

  /// A part between brackets is followed by one with delimiters of its own, and comments between.
  private static int secondPart(Scan scan, int open, int firstEnd) {
    if (Delimited.closing(scan.charAt(open)) == scan.charAt(open)) {
      return Delimited.end(scan, firstEnd - 1);
    }
    int at = firstEnd;
    while (at < scan.text().length()) {
      if (scan.charAt(at) == '#' && Character.isWhitespace(scan.before(at))) {
        int end = scan.lineEnd(at);
        scan.addComment(at, end);
        at = end;
      } else if (Character.isWhitespace(scan.charAt(at))) {
        at++;
      } else {
        return Delimited.end(scan, at);
      }
    }
    return at;
  }

  private static int flags(Scan scan, int from) {
    int at = from;
    while (at < scan.text().length() && Scan.isLetter(scan.charAt(at))) {
      at++;
    }
    return at;
  }
}
