package dev.assay.core.run;

/// Why a case is not ok.
///
/// @param code stable, for machines
/// @param text one sentence for people
public record Cause(Code code, String text) {
  /// Kinds of causes, in the order in which the evidence is asked (DESIGN section 5).
  public enum Code {
    PLATFORM,
    OOM_KILL,
    INIT,
    CASE_LIMIT,
    CPU_LIMIT,
    OUTPUT_LIMIT,
    SIGNAL,
    EXIT,
    PROTOCOL,
    IMPOSSIBLE_TIME,
    FAILED,
    NO_ANSWER,
    VERIFIER,
    EARLIER_CASE,
    CANCELLED;

    /// The code as documents write it, as in `output-limit`.
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
