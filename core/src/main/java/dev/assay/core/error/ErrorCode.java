package dev.assay.core.error;

/// A stable name for each kind of failure. Names are part of the interface: they are printed with
/// `--json`.
public enum ErrorCode {
  USAGE(Fault.AUTHOR),
  SOLUTION_INVALID(Fault.AUTHOR),
  SOURCE_NOT_FOUND(Fault.AUTHOR),
  COMMIT_NOT_FOUND(Fault.AUTHOR),
  WORK_TREE_DIRTY(Fault.AUTHOR),
  NOT_FOUND(Fault.AUTHOR),
  RUN_INVALID(Fault.AUTHOR),
  BUNDLE_INVALID(Fault.HOST),
  BUNDLE_FAILED(Fault.HOST),
  IMAGE_NOT_FOUND(Fault.OPERATOR),
  IMAGE_BUILD_FAILED(Fault.OPERATOR),
  PROGRAM_MISSING(Fault.OPERATOR),
  NOT_PERMITTED(Fault.OPERATOR),
  MACHINE_UNFIT(Fault.OPERATOR),
  DISK_FULL(Fault.OPERATOR),
  CANCELLED(Fault.OPERATOR),
  IO(Fault.PLATFORM),
  SANDBOX_FAILED(Fault.PLATFORM),
  INTERNAL(Fault.PLATFORM);

  private final Fault fault;

  ErrorCode(Fault fault) {
    this.fault = fault;
  }

  public Fault fault() {
    return fault;
  }
}
