package dev.assay.core.game.source;

import static dev.assay.core.game.source.Lexemes.block;
import static dev.assay.core.game.source.Lexemes.continuedLine;
import static dev.assay.core.game.source.Lexemes.delimited;
import static dev.assay.core.game.source.Lexemes.line;
import static dev.assay.core.game.source.Lexemes.nested;
import static dev.assay.core.game.source.Lexemes.pattern;
import static dev.assay.core.game.source.Lexemes.quoted;
import static dev.assay.core.game.source.Lexemes.rawToLastQuote;
import static dev.assay.core.game.source.Lexemes.string;
import static dev.assay.core.game.source.Lexemes.text;

import java.util.regex.Pattern;

/// Languages whose comments look as those of C do.
final class BraceLanguages {
  private static final Lexeme BLOCK = block("/*", "*/");

  /// Where the end of a line, which a backslash takes away, stands in what begins or ends it.
  private static final Lexeme CUT_BLOCK =
      pattern("/", "/(?:\\\\\\n)*+\\*(?s:.*?)(?:\\*(?:\\\\\\n)*+/|$)");

  private static final Lexeme CUT_LINE = pattern("/", "/(?:\\\\\\n)++/(?:\\\\\\n|[^\\n])*+");

  private static final Lexeme NESTED_BLOCK = nested("/*", "*/");
  private static final Lexeme LINE = line("//");

  /// Of more than one character too, as C has them. One that does not end on its line is none.
  private static final Lexeme CHARACTER = pattern("'", "'(?:\\\\.|[^'\\\\\\n]){1,64}+'");

  /// Where `'` may be something else as well: a lifetime, a type, a symbol.
  static final Lexeme ONE_CHARACTER =
      pattern("'", "'(?:\\\\(?:u\\{[^}'\\n]*}|[0-9a-zA-Z]+|[^0-9a-zA-Z])|[^\\\\'\\n])'");

  private static final Lexeme NUMBER = pattern("0123456789", "\\d(?:'?[\\w.])*+");
  private static final Lexeme SHEBANG = Lexemes.SHEBANG;

  private static final Pattern OPENING_TAG = Pattern.compile("<\\?(?:=|(?i:php)\\b)");

  private BraceLanguages() {}

  /// C, and what is written as it.
  static Syntax c() {
    return Syntax.empty()
        .comments(BLOCK, continuedLine("//"), CUT_BLOCK, CUT_LINE)
        .tokens(
            delimited(
                "uULR", "(?:u8|u|U|L)?R\"([^()\\\\\\s]{0,16})\\(", m -> ")" + m.group(1) + "\""),
            pattern("#", "#[ \\t]*include[ \\t]*<[^>\\n]*>"),
            pattern("#", "#[ \\t]*(?:error|warning)\\b(?:(?!//|/\\*)[^\\n])*+"),
            quoted("\"", "\"(?:\\\\(?s:.)|[^\"\\\\\\n])*+\"?"),
            CHARACTER,
            NUMBER);
  }

  static Syntax java() {
    return Syntax.empty()
        .comments(BLOCK, LINE)
        .tokens(SHEBANG, text("\"\"\""), string("\""), CHARACTER)
        .words("$");
  }

  static Syntax javaScript() {
    return Syntax.empty()
        .comments(BLOCK, LINE)
        .tokens(
            SHEBANG,
            text("`").holes("${", "}"),
            string("\""),
            string("'"),
            pattern("+-=", "\\+\\+|--|=>"),
            pattern("0123456789", "\\d\\w*\\.?\\w*"),
            Patterns.javaScript())
        .words("$");
  }

  static Syntax go() {
    return Syntax.empty()
        .tokens(pattern("/", "//go:[a-z]\\w*[^\\n]*+").where(Scan::isLineStart), GoPreamble::end)
        .comments(BLOCK, LINE)
        .tokens(Quoted.of("`").manyLines(), string("\""), CHARACTER);
  }

  static Syntax rust() {
    return Syntax.empty()
        .comments(NESTED_BLOCK, LINE)
        .tokens(
            SHEBANG,
            delimited("bcr", "(?:b|c)?r(#{0,40}+)\"", m -> "\"" + m.group(1)),
            text("\""),
            ONE_CHARACTER);
  }

  static Syntax swift() {
    return Syntax.empty()
        .comments(NESTED_BLOCK, LINE)
        .tokens(
            SHEBANG,
            delimited("#", "(#{1,40}+)(\"\"\"|\"|/)", m -> m.group(2) + m.group(1)),
            Lexemes.NAME,
            Patterns.swift(),
            text("\"\"\"").holes("\\(", ")"),
            string("\"").holes("\\(", ")"));
  }

  static Syntax kotlin() {
    return Syntax.empty()
        .comments(NESTED_BLOCK, LINE)
        .tokens(
            SHEBANG,
            rawToLastQuote(Quoted.of("\"\"\"").manyLines().holes("${", "}")),
            string("\"").holes("${", "}"),
            Lexemes.NAME,
            CHARACTER);
  }

  static Syntax scala() {
    return Syntax.empty()
        .comments(NESTED_BLOCK, LINE)
        .tokens(
            SHEBANG,
            rawToLastQuote(new Interpolated("\"\"\"")),
            rawToLastQuote(Quoted.of("\"\"\"").manyLines()),
            new Interpolated("\""),
            string("\""),
            Lexemes.NAME,
            ONE_CHARACTER)
        .words("$");
  }

  static Syntax dart() {
    return Syntax.empty()
        .comments(NESTED_BLOCK, LINE)
        .tokens(
            SHEBANG,
            delimited("r", "r(\"\"\"|'''|\"|')", m -> m.group(1)),
            text("\"\"\"").holes("${", "}"),
            text("'''").holes("${", "}"),
            string("\"").holes("${", "}"),
            string("'").holes("${", "}"))
        .words("$");
  }

  static Syntax d() {
    return Syntax.empty()
        .comments(BLOCK, nested("/+", "+/"), LINE)
        .tokens(
            SHEBANG,
            Quoted.of("`").manyLines(),
            Quoted.between("r\"", "\"").manyLines(),
            delimited("q", "q\"([A-Za-z_]\\w*)\n", m -> "\n" + m.group(1) + "\""),
            delimited("q", "q\"([^\\w\\s(\\[{<])", m -> m.group(1) + "\""),
            BraceLanguages::bracketed,
            BraceLanguages::tokens,
            pattern("_", "__EOF__\\b(?s:.*)"),
            text("\""),
            CHARACTER);
  }

  /// A string of D between brackets, which nest.
  private static int bracketed(Scan scan, int at) {
    boolean begins = scan.isAt(at, "q\"") && "([{<".indexOf(scan.charAt(at + 2)) >= 0;
    return begins ? Math.min(scan.text().length(), Nested.end(scan, at + 2) + 1) : Lexeme.NONE;
  }

  /// A string of D that is code.
  private static int tokens(Scan scan, int at) {
    return scan.isAt(at, "q{")
        ? Math.min(scan.text().length(), scan.quotedCode(at + 2, "}") + 1)
        : Lexeme.NONE;
  }

  static Syntax cSharp() {
    return Syntax.empty()
        .comments(BLOCK, LINE)
        .tokens(
            pattern("#", "#[ \\t]*(?:region|endregion|error|warning|pragma|line)\\b[^\\n]*+"),
            SHEBANG,
            delimited("$\"", "\\${0,20}+(\"{3,})", m -> m.group(1)),
            new FormattedString("$@", "(?:\\$@|@\\$)\"", m -> "\"", (char) 0, true),
            new FormattedString("$", "\\$\"", m -> "\"", '\\', false),
            Quoted.between("@\"", "\"").doubled().manyLines(),
            string("\""),
            CHARACTER);
  }

  static Syntax chapel() {
    return Syntax.empty()
        .comments(NESTED_BLOCK, LINE)
        .tokens(text("\"\"\""), text("'''"), string("\""), string("'"));
  }

  static Syntax zig() {
    return Syntax.empty().comments(LINE).tokens(line("\\\\"), string("\""), CHARACTER);
  }

  /// Comments are only inside of the tags, and the end of those ends one too.
  static Syntax php() {
    return Syntax.empty()
        .tokens(BraceLanguages::page)
        .comments(BLOCK, pattern("/#", "(?://|#(?!\\[))(?:(?!\\?>)[^\\n])*+"))
        .tokens(
            pattern("_", "(?i)__halt_compiler\\b(?s:.*)"),
            pattern("<", "<<<[ \\t]*([\"']?)(\\w+)\\1\\r?\\n(?s:.*?(?<=\\n)[ \\t]*\\2\\b|(?s:.*))"),
            text("\"").holes("{$", "}"),
            text("'"),
            text("`"))
        .words("$");
  }

  /// What stands outside of the tags, from one to the next.
  private static int page(Scan scan, int at) {
    if (at > 0 && !scan.isAt(at, "?>")) {
      return Lexeme.NONE;
    }
    var tag = OPENING_TAG.matcher(scan.text());
    return tag.find(at) ? tag.end() : scan.text().length();
  }
}
