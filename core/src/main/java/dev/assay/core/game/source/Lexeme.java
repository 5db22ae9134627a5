package dev.assay.core.game.source;

/// Something that a language reads as one: a comment, a string, a number, a pattern.
@FunctionalInterface
interface Lexeme {
  int NONE = -1;

  /// Where the lexeme ends that begins at `at`; `NONE` when none begins there. Never looks at what
  /// stands before, but through `scan`.
  int end(Scan scan, int at);

  /// Only where the condition holds.
  default Lexeme where(Condition condition) {
    return (scan, at) -> condition.holds(scan, at) ? end(scan, at) : NONE;
  }

  /// What has to be true of a place for a lexeme to begin there.
  @FunctionalInterface
  interface Condition {
    boolean holds(Scan scan, int at);
  }
}
