package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.SHEBANG;
import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.pattern;

import java.util.regex.Pattern;

/// Languages whose blocks are words, and whose strings have doubled quotes.
final class WordLanguages {
  private static final Pattern CONTINUED = Pattern.compile("&[ \\t]*\\n");
  private static final Pattern COMMENT_LINE = Pattern.compile("[ \\t]*(![^\\n]*+)");

  private WordLanguages() {}

  /// A `$` makes an order to the compiler of what would be a comment.
  static Syntax pascal() {
    return Syntax.empty()
        .tokens(block("{$", "}"), block("(*$", "*)"))
        .comments(PascalComments.between("{", "}"), PascalComments.between("(*", "*)"), line("//"))
        .tokens(Quoted.of("'").doubled());
  }

  static Syntax ada() {
    return Syntax.empty()
        .comments(line("--"))
        .tokens(
            Quoted.of("\"").doubled(),
            pattern("'", "'[^\\n]'").where((scan, at) -> !isTick(scan.before(at))));
  }

  /// After a name `'` begins an attribute or a qualified expression.
  private static boolean isTick(char before) {
    return Scan.isLetter(before) || before == ')';
  }

  /// What begins with `!$` or `!DIR$` is an order to the compiler.
  static Syntax fortran() {
    return fortranStrings(Syntax.empty().tokens(order()).comments(line("!")));
  }

  /// Before Fortran 90 a comment is a line that begins with `C` or `*`.
  static Syntax fortran77() {
    return fortranStrings(
        Syntax.empty()
            .tokens(
                pattern("cC*", "[cC*](?:\\$|(?i:dir)\\$)[^\\n]*+").where(Scan::isLineStart),
                order())
            .comments(pattern("cCdD*", "[cCdD*][^\\n]*+").where(Scan::isLineStart), line("!")));
  }

  private static Lexeme order() {
    return pattern("!", "!(?:[A-Za-z]{3})?\\$[^\\n]*+");
  }

  /// A string goes on after `&` at the end of a line.
  private static Syntax fortranStrings(Syntax syntax) {
    return syntax.tokens(
        SHEBANG,
        (scan, at) -> fortranString(scan, at, '\''),
        (scan, at) -> fortranString(scan, at, '"'));
  }

  private static int fortranString(Scan scan, int start, char quote) {
    if (scan.charAt(start) != quote) {
      return Lexeme.NONE;
    }
    int at = start + 1;
    while (at < scan.text().length() && scan.charAt(at) != '\n') {
      if (scan.charAt(at) == '&'
          && CONTINUED.matcher(scan.text()).region(at, scan.text().length()).lookingAt()) {
        at = afterComments(scan, scan.lineEnd(at) + 1);
      } else if (scan.charAt(at) != quote) {
        at++;
      } else if (scan.charAt(at + 1) == quote) {
        at += 2;
      } else {
        return at + 1;
      }
    }
    return scan.unended(at);
  }

  /// Lines of comment between those that a string goes on over.
  private static int afterComments(Scan scan, int from) {
    int at = from;
    var comment = COMMENT_LINE.matcher(scan.text());
    while (comment.region(at, scan.text().length()).lookingAt()) {
      scan.addComment(comment.start(1), comment.end(1));
      at = Math.min(scan.text().length(), comment.end() + 1);
    }
    return at;
  }

  static Syntax sql() {
    return Syntax.empty()
        .comments(block("/*", "*/"), line("--"))
        .tokens(
            Lexemes.delimited("$", "\\$(?:[A-Za-z_]\\w*)?\\$", m -> m.group()),
            Quoted.of("'").doubled().manyLines(),
            Quoted.of("\"").doubled());
  }
}
