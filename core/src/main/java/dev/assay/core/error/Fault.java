package dev.assay.core.error;

/// Who can mend a failure. It decides the exit code here and the HTTP status later, in one place
/// each.
public enum Fault {
  /// Used wrongly, or the solution's own files are malformed: the person at the keyboard can mend
  /// it.
  AUTHOR(2),
  /// The bundle is malformed or its commands do not do what the format asks.
  HOST(3),
  /// The machine is not fit: a program is missing, a disk is full, a right is missing.
  OPERATOR(4),
  /// A fault of Assay itself or of what it stands on.
  PLATFORM(4);

  private final int exitCode;

  Fault(int exitCode) {
    this.exitCode = exitCode;
  }

  /// The exit code of a command that ends for this fault (DESIGN section 10).
  public int exitCode() {
    return exitCode;
  }
}
