package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.SHEBANG;
import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.delimited;
import static dev.assay.core.game.source.Lexemes.hereDocument;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.nested;
import static dev.assay.core.game.source.Lexemes.pattern;
import static dev.assay.core.game.source.Lexemes.string;
import static dev.assay.core.game.source.Lexemes.text;

/// Languages whose comments begin with `#` or a dash, and others that are mostly interpreted.
final class ScriptLanguages {
  private static final String PYTHON = "rbuftRBUFT\"'";

  private ScriptLanguages() {}

  /// Docstrings are strings, not comments: a program can read them.
  static Syntax python() {
    return Syntax.empty()
        .tokens(
            SHEBANG,
            new FormattedString(
                PYTHON,
                "(?i)(?:[ft]r?|r[ft])(\"\"\"|'''|\"|')",
                opening -> opening.group(1),
                '\\',
                false),
            pattern(
                PYTHON,
                "(?i)(?:[rb]{0,2}|u)(?:\"\"\"(?:\\\\(?s:.)|\"{0,2}[^\"\\\\])*+(?:\"\"\")?|'''(?:\\\\(?s:.)|'{0,2}[^'\\\\])*+(?:''')?)"),
            pattern(
                PYTHON,
                "(?i)(?:[rb]{0,2}|u)(?:\"(?:\\\\(?s:.)|[^\"\\\\\\n])*+\"?|'(?:\\\\(?s:.)|[^'\\\\\\n])*+'?)"))
        .comments(line("#"));
  }

  static Syntax lua() {
    return Syntax.empty()
        .comments(delimited("-", "--\\[(={0,200}+)\\[", m -> "]" + m.group(1) + "]"), line("--"))
        .tokens(
            SHEBANG,
            delimited("[", "\\[(={0,200}+)\\[", m -> "]" + m.group(1) + "]"),
            string("\""),
            string("'"));
  }

  static Syntax shell() {
    return Syntax.empty()
        .comments(line("#").where((scan, at) -> at > 0 && isWordStart(scan.before(at))))
        .tokens(
            SHEBANG,
            hereDocument(
                "<<(?<indent>-?)[ \\t]*(?:(?<tag>[\\w.]+)|(?<quoted>\"[^\"\\n]*\"|'[^'\\n]*'))"),
            pattern("\\", "\\\\(?s:.)"),
            pattern("$", "\\$(?:\\{[^}\\n]{0,500}+}|#|'(?:\\\\.|[^'\\\\])*+')"),
            text("\"").holes("$(", ")"),
            Quoted.of("'").manyLines());
  }

  private static boolean isWordStart(char before) {
    return Character.isWhitespace(before) || ";|&()".indexOf(before) >= 0;
  }

  static Syntax elixir() {
    return Syntax.empty()
        .tokens(
            SHEBANG,
            text("\"\"\"").holes("#{", "}"),
            text("'''").holes("#{", "}"),
            text("\"").holes("#{", "}"),
            text("'").holes("#{", "}"),
            pattern("?", "\\?(?:\\\\.|[^\\s\\w])"),
            ScriptLanguages::sigil)
        .comments(line("#"));
  }

  private static int sigil(Scan scan, int at) {
    boolean begins = scan.charAt(at) == '~' && Character.isLetter(scan.charAt(at + 1));
    int open = at + 2;
    return begins && "([{</|\"'".indexOf(scan.charAt(open)) >= 0
        ? Delimited.end(scan, open)
        : Lexeme.NONE;
  }

  static Syntax julia() {
    return Syntax.empty()
        .comments(nested("#=", "=#"))
        .tokens(
            SHEBANG,
            text("\"\"\"").holes("$(", ")"),
            text("\"").holes("$(", ")"),
            text("`"),
            BraceLanguages.ONE_CHARACTER.where((scan, at) -> !isTransposed(scan.before(at))))
        .comments(line("#"));
  }

  private static boolean isTransposed(char before) {
    return Scan.isLetter(before) || ")]}'".indexOf(before) >= 0;
  }

  static Syntax nim() {
    return Syntax.empty()
        .comments(nested("#[", "]#"))
        .tokens(
            SHEBANG,
            Quoted.of("\"\"\"").manyLines(),
            pattern("r", "r\"(?:\"\"|[^\"\\n])*+\""),
            string("\""),
            BraceLanguages.ONE_CHARACTER)
        .comments(line("#"));
  }

  /// Comments of Smalltalk stand between double quotes.
  static Syntax smalltalk() {
    return Syntax.empty()
        .comments(block("\"", "\""))
        .tokens(Quoted.of("'").doubled().manyLines(), pattern("$", "\\$(?s:.)"));
  }
}
