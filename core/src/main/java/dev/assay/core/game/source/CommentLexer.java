package dev.assay.core.game.source;

import java.util.List;

/// Finds the comments of a language.
interface CommentLexer {
  /// Where comments stand in a text, in its order, none inside another one. A comment that does not
  /// end goes on to the end of the text; no text is an error.
  List<Span> comments(String source);

  /// A part of a text.
  ///
  /// @param end of the first character that does not belong to it
  record Span(int start, int end) {}
}
