package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import io.javalin.http.HttpStatus;
import java.util.Locale;

/// A problem document (RFC 9457).
///
/// @param type `urn:assay:problem:CODE`, stable for each kind of failure
/// @param title the kind in words
/// @param status of HTTP
/// @param detail what was tried, with what value, and what to do
/// @param instance path of the request
/// @param code of the error, as the command prints it
/// @param fault who can mend it: author, host, operator or platform
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String instance,
    String code,
    String fault) {
  public static final String CONTENT_TYPE = "application/problem+json";

  public static Problem of(AssayException e, String path) {
    String code = e.code().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Problem(
        "urn:assay:problem:" + code,
        code.replace('-', ' '),
        statusOf(e.code()),
        e.getMessage(),
        path,
        code,
        e.fault().name().toLowerCase(Locale.ROOT));
  }

  /// A failure that is HTTP's own and has no code.
  static Problem ofStatus(int status, String detail, String path) {
    HttpStatus known = HttpStatus.forStatus(status);
    return new Problem(
        "about:blank",
        known == HttpStatus.UNKNOWN ? "HTTP " + status : known.getMessage(),
        status,
        detail,
        path,
        "http-" + status,
        status < 500 ? "author" : "platform");
  }

  /// The one place where failures get their HTTP status.
  static int statusOf(ErrorCode code) {
    return switch (code) {
      case USAGE, RUN_INVALID, REQUEST_INVALID -> 400;
      case NOT_AUTHENTICATED -> 401;
      case NOT_ALLOWED, NOT_PERMITTED -> 403;
      case NOT_FOUND -> 404;
      case CONFLICT, LEASE_LOST, CANCELLED -> 409;
      case TOO_LARGE -> 413;
      case SOLUTION_INVALID,
          SOURCE_NOT_FOUND,
          COMMIT_NOT_FOUND,
          WORK_TREE_DIRTY,
          BUNDLE_INVALID,
          BUNDLE_FAILED,
          IMAGE_NOT_FOUND,
          IMAGE_BUILD_FAILED ->
          422;
      case PROTOCOL_MISMATCH -> 426;
      case TOO_MANY_REQUESTS, QUOTA_EXCEEDED -> 429;
      case DISK_FULL -> 507;
      case MACHINE_UNFIT, UNREACHABLE -> 503;
      case PROGRAM_MISSING, IO, SANDBOX_FAILED, INTERNAL -> 500;
    };
  }
}
