package dev.assay.core.game.source;

import java.util.List;

/// Finds the comments of a language.
interface CommentLexer {
  /// What stands in a text whose lines end with a line feed. A comment that does not end goes on to
  /// the end of the text; no text is an error.
  Found find(String source);

  /// The comments of a text, and where it cannot be read as its language.
  ///
  /// @param comments in the order of the text, none inside another one
  /// @param unended where comments, strings and patterns begin that do not end as they should
  record Found(List<Span> comments, List<Integer> unended) {
    public Found {
      comments = List.copyOf(comments);
      unended = unended.stream().sorted().toList();
    }
  }

  /// A part of a text.
  ///
  /// @param end of the first character that does not belong to it
  record Span(int start, int end) {}
}
