package dev.assay.core.run;

/// A reason to look twice. It keeps a run out of the standings until a person has looked.
///
/// @param code stable, for machines
/// @param text one sentence with the numbers
public record Suspicion(Code code, String text) {
  /// Kinds of suspicions.
  public enum Code {
    /// The window is longer than the bracket, or not above zero.
    IMPOSSIBLE_TIME,
    /// The bracket exceeds the window by more than reading and writing explain.
    TIME_OUTSIDE_WINDOW,
    /// More CPU time in the bracket than the window and reading and writing explain.
    CPU_OUTSIDE_WINDOW,
    /// Over all cases of a point, more CPU time or wall time outside the windows than reading,
    /// writing and the harness explain.
    WINDOWS_TOO_SHORT,
    /// CPU time between two cases.
    CPU_BETWEEN_CASES,
    /// Faster on known seeds than on fresh ones, beyond noise.
    KNOWN_SEEDS_FASTER,
    /// A line of the conversation after the last answer, so somebody besides the harness speaks.
    LINE_NOT_DUE,
    /// Decrypting and decoding what was sent to the server gives a right answer already, so the
    /// server had nothing to compute.
    ANSWER_IN_ENCODING;

    /// The code as documents write it.
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
