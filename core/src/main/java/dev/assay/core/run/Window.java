package dev.assay.core.run;

/// Whose clock a run's seconds come from.
public enum Window {
  /// The harness's: the call and nothing else.
  HARNESS,
  /// The solution's own.
  SELF_REPORTED,
  /// The launcher's: a whole program, from exec to the end of its first process.
  PROCESS;

  /// As documents write it.
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
