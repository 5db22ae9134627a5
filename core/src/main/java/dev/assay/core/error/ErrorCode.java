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
  REQUEST_INVALID(Fault.AUTHOR),
  NOT_AUTHENTICATED(Fault.AUTHOR),
  NOT_ALLOWED(Fault.AUTHOR),
  CONFLICT(Fault.AUTHOR),
  TOO_LARGE(Fault.AUTHOR),
  TOO_MANY_REQUESTS(Fault.AUTHOR),
  QUOTA_EXCEEDED(Fault.AUTHOR),
  BUNDLE_INVALID(Fault.HOST),
  BUNDLE_FAILED(Fault.HOST),
  IMAGE_NOT_FOUND(Fault.OPERATOR),
  IMAGE_BUILD_FAILED(Fault.OPERATOR),
  PROGRAM_MISSING(Fault.OPERATOR),
  NOT_PERMITTED(Fault.OPERATOR),
  MACHINE_UNFIT(Fault.OPERATOR),
  DISK_FULL(Fault.OPERATOR),
  CANCELLED(Fault.OPERATOR),
  LEASE_LOST(Fault.OPERATOR),
  PROTOCOL_MISMATCH(Fault.OPERATOR),
  UNREACHABLE(Fault.OPERATOR),
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
