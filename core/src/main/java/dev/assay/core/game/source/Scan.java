package dev.assay.core.game.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// One way through a text. Knows what languages ask for to tell a division from a pattern: which
/// token came before, and which one stood before a bracket that was closed.
final class Scan {
  /// Code in strings in code … nested deeper than this is taken for text.
  private static final int DEEPEST = 100;

  /// As much of a token as any language asks for.
  private static final int MOST_OF_TOKEN = 40;

  private final String text;
  private final Syntax syntax;
  private final List<CommentLexer.Span> comments = new ArrayList<>();
  private final Deque<HereDocument> due = new ArrayDeque<>();
  private final List<String> opened = new ArrayList<>();
  private String previous = "";
  private String beforePrevious = "";
  private String beforeOpening = "";
  private int depth;

  Scan(String text, Syntax syntax) {
    this.text = text;
    this.syntax = syntax;
  }

  /// A text that begins on the next line and goes on to a line that is its tag.
  ///
  /// @param indented whether white space may stand before the tag
  record HereDocument(String tag, boolean indented) {
    private boolean endsWith(String line) {
      String plain = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      return (indented ? plain.strip() : plain).equals(tag);
    }
  }

  List<CommentLexer.Span> comments() {
    run(0, "");
    return List.copyOf(comments);
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
    return found < 0 ? text.length() : found + part.length();
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
    int end = run(from, stops);
    depth--;
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
      int end = rule.lexeme().end(this, at);
      if (end > at) {
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
