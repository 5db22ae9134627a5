package dev.assay.core.run;

/// How a process ended while a case was due. It stands with the case as soon as that is charged, so
/// that it is not lost when the runner dies before the point is through.
///
/// @param ending the limit that was passed and what was reached, the signal, the exit code
/// @param evidence what that was decided from. Its counters are those of the process's own group,
///   which began at zero, and an `oom_kill` before this case would have ended the process: so what
///   they show arose while the case was due
public record CaseEnding(Ending ending, Evidence evidence) {
  /// That of a process which has ended.
  public static CaseEnding of(ProcessResult result) {
    return new CaseEnding(result.ending(), result.evidence());
  }
}
