package dev.assay.core.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The one failure of the project. Its message says what was tried, with what value, and what to
/// do.
///
/// Outcomes of measured programs (an exit code, a timeout, a wrong answer, a failed build) are
/// values, never this.
public final class AssayException extends RuntimeException {
  private final ErrorCode code;

  public AssayException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public AssayException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }

  public Fault fault() {
    return code.fault();
  }

  /// The message, which is never absent here.
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
