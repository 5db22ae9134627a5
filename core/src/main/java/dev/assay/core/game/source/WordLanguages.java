package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.SHEBANG;
import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.pattern;

/// Languages whose blocks are words, and whose strings have doubled quotes.
final class WordLanguages {
  private WordLanguages() {}

  /// A `$` makes an order to the compiler of what would be a comment.
  static Syntax pascal() {
    return Syntax.empty()
        .tokens(block("{$", "}"), block("(*$", "*)"))
        .comments(block("{", "}"), block("(*", "*)"), line("//"))
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
    return pattern("!", "!(?:\\$|(?i:dir)\\$)[^\\n]*+");
  }

  /// A string goes on after `&` at the end of a line.
  private static Syntax fortranStrings(Syntax syntax) {
    return syntax.tokens(
        SHEBANG,
        pattern("'", "'(?:''|&[ \\t]*\\n|[^'\\n])*+'?"),
        pattern("\"", "\"(?:\"\"|&[ \\t]*\\n|[^\"\\n])*+\"?"));
  }

  static Syntax sql() {
    return Syntax.empty()
        .comments(block("/*", "*/"), line("--"))
        .tokens(Quoted.of("'").doubled().manyLines(), Quoted.of("\"").doubled());
  }
}
