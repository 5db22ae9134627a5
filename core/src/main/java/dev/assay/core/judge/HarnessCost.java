package dev.assay.core.judge;

/// CPU time that a harness explains outside of the windows of honest cases.
///
/// The bounds are several times what was measured (docs/measuring.md, Suspicions): in C and C++ a
/// median of 55 to 70 µs a case and 0.4 ns a byte; in Python, which collects garbage in each case
/// and turns lists into bytes, 110 to 170 µs, 2.5 ns a byte read and 5 to 60 ns a byte written; in
/// JavaScript, whose harness is seldom called often enough to be compiled, 500 to 700 µs, and up to
/// 1.2 ms on a machine with a load of ten.
public enum HarnessCost {
  /// The harness of C and C++.
  NATIVE(500_000, 2, 2),
  /// The harness of Python.
  PYTHON(800_000, 8, 80),
  /// The harness of JavaScript.
  JAVASCRIPT(2_500_000, 8, 80);

  private final long perCaseNanos;
  private final long perInputByteNanos;
  private final long perOutputByteNanos;

  HarnessCost(long perCaseNanos, long perInputByteNanos, long perOutputByteNanos) {
    this.perCaseNanos = perCaseNanos;
    this.perInputByteNanos = perInputByteNanos;
    this.perOutputByteNanos = perOutputByteNanos;
  }

  /// The cost of a language's harness; that of an unknown language is Python's.
  public static HarnessCost of(String language) {
    return switch (language) {
      case "c", "cpp" -> NATIVE;
      case "javascript" -> JAVASCRIPT;
      default -> PYTHON;
    };
  }

  /// What reading, writing and the harness itself explain at most, in nanoseconds.
  long explainedNanos(long inputBytes, long outputBytes) {
    return perCaseNanos + perInputByteNanos * inputBytes + perOutputByteNanos * outputBytes;
  }
}
