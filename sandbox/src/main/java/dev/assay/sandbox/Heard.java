package dev.assay.sandbox;

/// What came of waiting for a line.
public sealed interface Heard {
  /// A line came.
  ///
  /// @param text without the line feed
  /// @param atNanos `System.nanoTime()` when it had been read
  record Line(String text, long atNanos) implements Heard {}

  /// More than 4,096 bytes came without a line feed, or bytes that are not UTF-8. The process still
  /// runs.
  record Malformed(String reason) implements Heard {}

  /// No line will come: the process has ended, or was killed since it passed a limit. `finish` says
  /// how.
  record Ended() implements Heard {}
}
