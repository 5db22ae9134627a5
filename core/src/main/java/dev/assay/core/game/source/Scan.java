package dev.assay.core.game.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One way through a text. Knows what languages ask for to tell a division from a pattern: which
/// token came before, and which one stood before a bracket that was closed.
final class Scan {
  /// Code in strings in code … nested deeper than this is taken for text.
  private static final int DEEPEST = 100;

  /// As much of a token as any language asks for.
  private static final int MOST_OF_TOKEN = 40;

  private final String text;
  private final Syntax syntax;
  private final boolean hasQuotations;
  private final List<CommentLexer.Span> comments = new ArrayList<>();
  private final Deque<HereDocument> due = new ArrayDeque<>();
  private final List<String> opened = new ArrayList<>();
  private String previous = "";
  private String beforePrevious = "";
  private String beforeOpening = "";
  private final List<Integer> unended = new ArrayList<>();
  private final Map<String, Integer> lastLines = new HashMap<>();
  private boolean ranOut;
  private boolean lineBroken;
  private int depth;

  Scan(String text, Syntax syntax) {
    this.text = text;
    this.syntax = syntax;
    this.hasQuotations = text.contains("QuasiQuotes");
  }

  /// A text that begins on the next line and goes on to a line that is its tag.
  ///
  /// @param indented whether white space may stand before the tag
  record HereDocument(String tag, boolean indented) {
    private boolean endsWith(String line) {
      return (indented ? line.strip() : line).equals(tag);
    }
  }

  CommentLexer.Found found() {
    run(0, "");
    return new CommentLexer.Found(comments, unended);
  }

  String text() {
    return text;
  }

  /// The token before, or its beginning when it is long; empty at the start.
  String previous() {
    return previous;
  }

  String beforePrevious() {
    return beforePrevious;
  }

  /// Where the token before is a closing bracket: the token before its opening one.
  String beforeOpening() {
    return beforeOpening;
  }

  boolean isAt(int at, String part) {
    return text.startsWith(part, at);
  }

  boolean isLineStart(int at) {
    return at == 0 || text.charAt(at - 1) == '\n';
  }

  /// The character before; a line feed at the start.
  char before(int at) {
    return at == 0 ? '\n' : text.charAt(at - 1);
  }

  /// The character at a place; a line feed beyond the end.
  char charAt(int at) {
    return at < text.length() ? text.charAt(at) : '\n';
  }

  /// Where the line ends: its line feed, or the end of the text.
  int lineEnd(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  /// After the next `part`, or the end of the text.
  int after(String part, int from) {
    int found = text.indexOf(part, from);
    return found < 0 ? unended(text.length()) : found + part.length();
  }

  /// Says that the lexeme at hand does not end where it should, but at `at`.
  int unended(int at) {
    ranOut = true;
    return at;
  }

  /// Whether a line after `at` is nothing but `tag`, so that a here-document can end.
  ///
  /// @param indented whether white space may stand before the tag
  boolean hasLine(String tag, int at, boolean indented) {
    if (lastLines.isEmpty()) {
      rememberLines();
    }
    return lastLines.getOrDefault(tag, -1) > at
        || (indented && lastLines.getOrDefault("\0" + tag, -1) > at);
  }

  private void rememberLines() {
    int start = 0;
    while (start <= text.length()) {
      int end = lineEnd(start);
      String line = text.substring(start, end);
      lastLines.put(line, start);
      lastLines.put("\0" + line.strip(), start);
      start = end + 1;
    }
  }

  /// Whether a source of Haskell says that `[name|` begins text of another language.
  boolean hasQuotations() {
    return hasQuotations;
  }

  /// Whether the token before ended on the line that is being read.
  boolean isSameLine() {
    return !lineBroken;
  }

  void expect(HereDocument document) {
    due.add(document);
  }

  /// A comment that a lexeme found inside of itself.
  void addComment(int start, int end) {
    comments.add(new CommentLexer.Span(start, end));
  }

  /// Code inside of a string.
  ///
  /// @param stops characters of which one ends it, outside of its own brackets
  /// @return where that stands, or the end of the text
  int code(int from, String stops) {
    if (depth == DEEPEST) {
      return from;
    }
    depth++;
    previous = "";
    int end = run(from, stops);
    depth--;
    return end;
  }

  /// Code that is data: what looks like comments in it stays.
  int quotedCode(int from, String stops) {
    int before = comments.size();
    int end = code(from, stops);
    comments.subList(before, comments.size()).clear();
    return end;
  }

  private int run(int from, String stops) {
    int outside = opened.size();
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n' && !due.isEmpty()) {
        at = afterDocuments(at);
      } else if (Character.isWhitespace(c)) {
        lineBroken |= c == '\n';
        at++;
      } else if (opened.size() == outside && stops.indexOf(c) >= 0) {
        return at;
      } else {
        at = step(at, outside);
      }
    }
    return at;
  }

  private int step(int at, int outside) {
    for (Syntax.Rule rule : syntax.rules()) {
      ranOut = false;
      int end = rule.lexeme().end(this, at);
      if (end > at) {
        if (ranOut) {
          unended.add(at);
        }
        if (rule.isComment()) {
          addComment(at, end);
        } else {
          passed(at, end);
        }
        return end;
      }
    }
    int end = Math.max(at + 1, wordEnd(at));
    bracket(text.charAt(at), outside);
    passed(at, end);
    return end;
  }

  private void passed(int at, int end) {
    beforePrevious = previous;
    lineBroken = false;
    previous = text.substring(at, Math.min(end, at + MOST_OF_TOKEN));
  }

  private void bracket(char c, int outside) {
    if ("([{".indexOf(c) >= 0) {
      opened.add(previous);
    } else if (")]}".indexOf(c) >= 0) {
      beforeOpening = opened.size() > outside ? opened.removeLast() : "";
    }
  }

  private int wordEnd(int at) {
    char first = text.charAt(at);
    int end = at;
    if (isLetter(first) || (first != '\'' && syntax.moreInWords().indexOf(first) >= 0)) {
      while (end < text.length() && isInWord(text.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  private boolean isInWord(char c) {
    return isLetter(c) || syntax.moreInWords().indexOf(c) >= 0;
  }

  /// A letter, a digit, or `_`.
  static boolean isLetter(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private int afterDocuments(int lineFeed) {
    int at = lineFeed;
    while (!due.isEmpty()) {
      HereDocument document = due.removeFirst();
      String line;
      do {
        int start = Math.min(at + 1, text.length());
        at = lineEnd(start);
        line = text.substring(start, at);
      } while (at < text.length() && !document.endsWith(line));
    }
    return at;
  }
}
