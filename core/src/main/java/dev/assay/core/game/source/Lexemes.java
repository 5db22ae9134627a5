package dev.assay.core.game.source;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Lexemes that many languages have.
final class Lexemes {
  /// The first line of a script, which names its interpreter. It is no comment to who starts it.
  static final Lexeme SHEBANG =
      (scan, at) ->
          at == 0 && scan.isAt(0, "#!") && !scan.isAt(0, "#![") ? scan.lineEnd(0) : Lexeme.NONE;

  /// A name between backticks, of one line.
  static final Lexeme NAME = pattern("`", "`[^`\\n]+`");

  private Lexemes() {}

  /// From `start` to the end of the line.
  static Lexeme line(String start) {
    return (scan, at) -> scan.isAt(at, start) ? scan.lineEnd(at) : Lexeme.NONE;
  }

  /// From `start` to the end of the line, and of the next one after a backslash.
  static Lexeme continuedLine(String start) {
    return (scan, at) -> {
      if (!scan.isAt(at, start)) {
        return Lexeme.NONE;
      }
      int end = scan.lineEnd(at);
      while (end < scan.text().length() && scan.text().charAt(end - 1) == '\\') {
        end = scan.lineEnd(end + 1);
      }
      return end;
    };
  }

  static Lexeme block(String open, String close) {
    return (scan, at) -> scan.isAt(at, open) ? scan.after(close, at + open.length()) : Lexeme.NONE;
  }

  /// A block in which blocks may stand, and lexemes in which what looks like an end is none.
  static Lexeme nested(String open, String close, Lexeme... inside) {
    return (scan, at) -> scan.isAt(at, open) ? nestedEnd(scan, at, open, close, inside) : -1;
  }

  private static int nestedEnd(Scan scan, int start, String open, String close, Lexeme... inside) {
    int level = 0;
    int at = start;
    while (at < scan.text().length()) {
      if (scan.isAt(at, open)) {
        level++;
        at += open.length();
      } else if (scan.isAt(at, close)) {
        level--;
        at += close.length();
        if (level == 0) {
          return at;
        }
      } else {
        at = Math.max(at + 1, first(scan, at, inside));
      }
    }
    return scan.unended(at);
  }

  private static int first(Scan scan, int at, Lexeme... lexemes) {
    for (Lexeme lexeme : lexemes) {
      int end = lexeme.end(scan, at);
      if (end > at) {
        return end;
      }
    }
    return Lexeme.NONE;
  }

  /// What a regular expression matches.
  ///
  /// @param firsts the characters that it begins with
  static Lexeme pattern(String firsts, String regex) {
    var pattern = Pattern.compile(regex);
    return (scan, at) -> {
      if (firsts.indexOf(scan.text().charAt(at)) < 0) {
        return Lexeme.NONE;
      }
      var matcher = pattern.matcher(scan.text()).region(at, scan.text().length());
      return matcher.lookingAt() ? matcher.end() : Lexeme.NONE;
    };
  }

  /// A string that a regular expression matches, also where its end is missing.
  ///
  /// @param firsts the characters that it begins with
  static Lexeme quoted(String firsts, String regex) {
    Lexeme lexeme = pattern(firsts, regex);
    return (scan, at) -> {
      int end = lexeme.end(scan, at);
      return end < 0 || isClosed(scan.text(), at, end) ? end : scan.unended(end);
    };
  }

  private static boolean isClosed(String text, int start, int end) {
    int open = start;
    while (text.charAt(open) != '"' && text.charAt(open) != '\'') {
      open++;
    }
    return end - open > 1 && text.charAt(end - 1) == text.charAt(open);
  }

  /// A raw string that ends with the last of the quotes in a row.
  static Lexeme rawToLastQuote(Lexeme raw) {
    return (scan, at) -> {
      int end = raw.end(scan, at);
      while (end > 0 && end < scan.text().length() && scan.charAt(end) == '"') {
        end++;
      }
      return end;
    };
  }

  /// From what a regular expression matches to what follows from it.
  ///
  /// @param firsts the characters that it begins with
  static Lexeme delimited(String firsts, String opening, Function<MatchResult, String> closing) {
    var pattern = Pattern.compile(opening);
    return (scan, at) -> {
      if (firsts.indexOf(scan.text().charAt(at)) < 0) {
        return Lexeme.NONE;
      }
      var matcher = pattern.matcher(scan.text()).region(at, scan.text().length());
      return matcher.lookingAt() ? scan.after(closing.apply(matcher), matcher.end()) : Lexeme.NONE;
    };
  }

  /// A here-document: its opening is the token, and its text follows after the line. Where no line
  /// ends it, it is none, but a shift.
  ///
  /// @param opening with the group `tag`, or `quoted` with quotes around it, and the group `indent`
  static Lexeme hereDocument(String opening) {
    var pattern = Pattern.compile(opening);
    return (scan, at) -> {
      if (scan.text().charAt(at) != '<') {
        return Lexeme.NONE;
      }
      var matcher = pattern.matcher(scan.text()).region(at, scan.text().length());
      if (!matcher.lookingAt()) {
        return Lexeme.NONE;
      }
      String bare = matcher.group("tag");
      String quoted = matcher.group("quoted");
      String tag = bare != null ? bare : quoted.substring(1, quoted.length() - 1);
      boolean indented = !matcher.group("indent").isEmpty();
      if (!scan.hasLine(tag, at, indented)) {
        return Lexeme.NONE;
      }
      scan.expect(new Scan.HereDocument(tag, indented));
      return matcher.end();
    };
  }

  /// A string of one line, which a backslash goes on from.
  static Quoted string(String quote) {
    return Quoted.of(quote).escaped('\\');
  }

  /// A string of any number of lines.
  static Quoted text(String quote) {
    return string(quote).manyLines();
  }
}
