package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.SHEBANG;
import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.delimited;
import static dev.assay.core.game.source.Lexemes.hereDocument;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.nested;
import static dev.assay.core.game.source.Lexemes.pattern;
import static dev.assay.core.game.source.Lexemes.quoted;
import static dev.assay.core.game.source.Lexemes.rawToLastQuote;
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
            quoted(
                PYTHON,
                "(?i)(?:[rb]{0,2}|u)(?:\"\"\"(?:\\\\(?s:.)|\"{0,2}[^\"\\\\])*+(?:\"\"\")?|'''(?:\\\\(?s:.)|'{0,2}[^'\\\\])*+(?:''')?)"),
            quoted(
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
            quoted("\"", "\"(?:\\\\z\\s*|\\\\(?s:.)|[^\"\\\\\\n])*+\"?"),
            quoted("'", "'(?:\\\\z\\s*|\\\\(?s:.)|[^'\\\\\\n])*+'?"));
  }

  static Syntax shell() {
    return Syntax.empty()
        .tokens(SHEBANG)
        .comments(line("#").where((scan, at) -> isWordStart(scan.before(at))))
        .tokens(
            pattern("<", "<<<"),
            hereDocument(
                "<<(?<indent>-?)[ \\t]*\\\\?(?:(?<tag>[\\w.+-]+)|(?<quoted>\"[^\"\\n]*\"|'[^'\\n]*'))"),
            pattern("\\", "\\\\(?:[^\\n]#*+|\\n)"),
            pattern("$", "\\$(?:\\{[^}\\n]{0,500}+}|#|'(?:\\\\.|[^'\\\\])*+')"),
            ShellStrings::end,
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
            pattern("?", "\\?(?:\\\\.|[^\\s\\w])")
                .where((scan, at) -> !Scan.isLetter(scan.before(at))),
            (scan, at) -> Sigils.end(scan, at, "#{"))
        .comments(line("#"));
  }

  /// R: raw strings between what their author chose, operators and names with any character.
  static Syntax r() {
    return Syntax.empty()
        .tokens(
            SHEBANG,
            delimited(
                "rR",
                "[rR]([\"'])(-{0,40}+)([(\\[{])",
                m -> Delimited.closing(m.group(3).charAt(0)) + m.group(2) + m.group(1)),
            text("\""),
            text("'"),
            text("`"),
            pattern("%", "%[^%\\s]{0,40}+%"))
        .comments(line("#"))
        .words(".");
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
        .comments(nested("##[", "]##"), nested("#[", "]#"))
        .tokens(
            SHEBANG,
            rawToLastQuote(Quoted.of("\"\"\"").manyLines()),
            ScriptLanguages::named,
            string("\""),
            BraceLanguages.ONE_CHARACTER)
        .comments(line("#"));
  }

  /// A string of Nim right behind a name is a raw one.
  private static int named(Scan scan, int start) {
    int at = start;
    while (at < scan.text().length() && Scan.isLetter(scan.charAt(at))) {
      at++;
    }
    if (at == start || scan.charAt(at) != '"' || Character.isDigit(scan.charAt(start))) {
      return Lexeme.NONE;
    }
    return scan.isAt(at, "\"\"\"")
        ? rawToLastQuote(Quoted.of("\"\"\"").manyLines()).end(scan, at)
        : Quoted.of("\"").doubled().end(scan, at);
  }

  /// Comments of Smalltalk stand between double quotes.
  static Syntax smalltalk() {
    return Syntax.empty()
        .comments(block("\"", "\""))
        .tokens(Quoted.of("'").doubled().manyLines(), pattern("$", "\\$(?s:.)"));
  }
}
