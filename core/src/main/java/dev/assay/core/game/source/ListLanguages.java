package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.SHEBANG;
import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.delimited;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.nested;
import static dev.assay.core.game.source.Lexemes.pattern;
import static dev.assay.core.game.source.Lexemes.string;
import static dev.assay.core.game.source.Lexemes.text;

/// Languages of functions and lists.
final class ListLanguages {
  private static final Lexeme ML_QUOTED =
      delimited("{", "\\{(%?[a-z_]*)\\|", m -> "|" + m.group(1) + "}");

  private static final String HASKELL_SYMBOLS = "[!#$%&*+./<=>?@\\\\^|~:-]";

  private ListLanguages() {}

  /// Two dashes and more begin a comment where they are no part of an operator.
  static Syntax haskell() {
    return Syntax.empty()
        .tokens(SHEBANG, block("{-#", "#-}"))
        .comments(nested("{-", "-}"), pattern("-", "--+(?!" + HASKELL_SYMBOLS + ")[^\\n]*+"))
        .tokens(
            pattern("!#$%&*+./<=>?@\\^|~:-", HASKELL_SYMBOLS + "++"),
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
        .comments(nested("(*", "*)", triple, verbatim, text("\"")), line("//"))
        .tokens(triple, verbatim, text("\""), BraceLanguages.ONE_CHARACTER)
        .words("'");
  }

  /// Lisps with a capital and without: a datum that `#;` or `#_` hides stays.
  static Syntax lisp() {
    return Syntax.empty()
        .comments(nested("#|", "|#"))
        .tokens(
            SHEBANG,
            pattern("#", "#\\\\(?:\\w+|(?s:.))|#;"),
            text("\""),
            Quoted.of("|").escaped('\\').manyLines())
        .comments(line(";"));
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
            text("\"\"\""),
            text("\""),
            string("'"))
        .comments(line("%"));
  }
}
