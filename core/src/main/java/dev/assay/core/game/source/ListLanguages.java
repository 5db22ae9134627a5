package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.SHEBANG;
import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.delimited;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.nested;
import static dev.assay.core.game.source.Lexemes.pattern;
import static dev.assay.core.game.source.Lexemes.string;
import static dev.assay.core.game.source.Lexemes.text;

import java.util.regex.MatchResult;

/// Languages of functions and lists.
final class ListLanguages {
  private static final Lexeme ML_QUOTED =
      delimited(
          "{",
          "\\{(?:%%?[\\w.']+(?:[ \\t\\n]+|(?=\\|)))?([a-z_][\\w']*)?\\|",
          ListLanguages::mlEnd);

  private static final String HASKELL_SYMBOLS = "[!#$%&*+./<=>?@\\\\^|~:-]";

  private ListLanguages() {}

  private static String mlEnd(MatchResult opening) {
    String name = opening.group(1);
    return "|" + (name == null ? "" : name) + "}";
  }

  /// `[name|` begins a quotation where the source says that it has some, else a list.
  private static final Lexeme HASKELL_QUOTATION =
      delimited("[", "\\[[\\w.']*\\|", m -> "|]")
          .where((scan, at) -> scan.charAt(at) == '[' && scan.hasQuotations());

  /// Two dashes and more begin a comment where they are no part of an operator.
  static Syntax haskell() {
    return Syntax.empty()
        .tokens(SHEBANG, block("{-#", "#-}"))
        .comments(nested("{-", "-}"), pattern("-", "--+(?!" + HASKELL_SYMBOLS + ")[^\\n]*+"))
        .tokens(
            pattern("!#$%&*+./<=>?@\\^|~:-", HASKELL_SYMBOLS + "++"),
            HASKELL_QUOTATION,
            text("\"\"\""),
            text("\""),
            pattern("'", "'(?:\\\\[^'\\n]+|\\\\'|[^\\\\'\\n])'"))
        .words("'");
  }

  static Syntax oCaml() {
    return Syntax.empty()
        .comments(nested("(*", "*)", text("\""), ML_QUOTED, BraceLanguages.ONE_CHARACTER))
        .tokens(SHEBANG, text("\""), ML_QUOTED, BraceLanguages.ONE_CHARACTER)
        .words("'");
  }

  static Syntax fSharp() {
    Lexeme triple = Quoted.of("\"\"\"").manyLines();
    Lexeme verbatim = Quoted.between("@\"", "\"").doubled().manyLines();
    return Syntax.empty()
        .tokens(SHEBANG, pattern("(", "\\(\\*\\)"))
        .comments(
            nested("(*", "*)", triple, verbatim, text("\""), BraceLanguages.ONE_CHARACTER),
            line("//"))
        .tokens(
            pattern("`", "``[^\\n]+?``"),
            triple,
            Quoted.between("$@\"", "\"").doubled().manyLines(),
            verbatim,
            text("\""),
            BraceLanguages.ONE_CHARACTER)
        .words("'");
  }

  /// Lisps with a capital and without: a datum that `#;` or `#_` hides stays.
  static Syntax lisp() {
    return Syntax.empty()
        .comments(nested("#|", "|#"))
        .tokens(
            SHEBANG,
            pattern("#", "#\\\\(?:\\w+|(?s:.))|#;"),
            pattern("\\", "\\\\(?s:.)"),
            text("\""),
            Quoted.of("|").escaped('\\').manyLines())
        .comments(line(";"));
  }

  /// Besides what other lisps have: `#<<` and a word begin a text that goes on to a line of it.
  static Syntax racket() {
    return lisp().tokens(pattern("#", "#<<([^\\n]*)\\n(?s:.*?)(?:(?<=\\n)\\1(?=\\n|\\z)|\\z)"));
  }

  static Syntax clojure() {
    return Syntax.empty()
        .tokens(SHEBANG, pattern("\\", "\\\\(?:\\w+|(?s:.))"), text("\""))
        .comments(line(";"));
  }

  static Syntax erlang() {
    return Syntax.empty()
        .tokens(
            SHEBANG,
            pattern("$", "\\$(?:\\\\(?s:.)|(?s:.))"),
            Quoted.of("\"\"\"").manyLines(),
            (scan, at) -> Sigils.end(scan, at, ""),
            text("\""),
            string("'"))
        .comments(line("%"));
  }
}
