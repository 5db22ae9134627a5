package dev.assay.sandbox.machine;

import java.util.Optional;

/// The chosen one of several words in a kernel file.
final class BracketedWord {
  private BracketedWord() {}

  /// `madvise` of `always [madvise] never`.
  static Optional<String> find(String text) {
    int start = text.indexOf('[');
    int end = text.indexOf(']');
    return start >= 0 && end > start
        ? Optional.of(text.substring(start + 1, end))
        : Optional.empty();
  }
}
