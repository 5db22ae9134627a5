package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A problem document (RFC 9457) as platforms send it.
record ProblemAnswer(
    @Nullable String type,
    @Nullable String title,
    int status,
    @Nullable String detail,
    @Nullable String instance,
    @Nullable String code,
    @Nullable String fault) {

  /// What an answer that is no success says.
  static AssayException failure(HttpRequest request, HttpResponse<?> response) {
    byte[] body = bytes(response.body());
    try {
      var problem = JsonCodec.read(body, ProblemAnswer.class, "the platform's problem");
      if (problem.detail() != null) {
        return new AssayException(codeOf(problem.code(), response.statusCode()), problem.detail());
      }
    } catch (AssayException unknown) {
      // A proxy's page, or nothing.
    }
    return new AssayException(
        codeOf(null, response.statusCode()),
        "The platform answered %s %s with status %d and no reason."
            .formatted(request.method(), request.uri().getPath(), response.statusCode()));
  }

  private static byte[] bytes(@Nullable Object body) {
    try {
      return switch (body) {
        case byte[] bytes -> bytes;
        case Path file when Files.size(file) < 1 << 20 -> Files.readAllBytes(file);
        case null, default -> new byte[0];
      };
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private static ErrorCode codeOf(@Nullable String code, int status) {
    if (code != null) {
      try {
        return ErrorCode.valueOf(code.toUpperCase(Locale.ROOT).replace('-', '_'));
      } catch (IllegalArgumentException unknown) {
        // One of a newer platform, or of none.
      }
    }
    return switch (status) {
      case 401 -> ErrorCode.NOT_AUTHENTICATED;
      case 403 -> ErrorCode.NOT_ALLOWED;
      case 404 -> ErrorCode.NOT_FOUND;
      case 409 -> ErrorCode.CONFLICT;
      case 413 -> ErrorCode.TOO_LARGE;
      case 426 -> ErrorCode.PROTOCOL_MISMATCH;
      case 429 -> ErrorCode.TOO_MANY_REQUESTS;
      default -> status >= 500 ? ErrorCode.UNREACHABLE : ErrorCode.REQUEST_INVALID;
    };
  }

  /// Whether the same may go well later.
  static boolean isPassing(ErrorCode code) {
    return switch (code) {
      case UNREACHABLE, TOO_MANY_REQUESTS, INTERNAL, IO, SANDBOX_FAILED, DISK_FULL, MACHINE_UNFIT ->
          true;
      default -> false;
    };
  }

  /// In seconds; a date is not read.
  static Duration retryAfter(HttpHeaders headers) {
    try {
      return headers
          .firstValue("Retry-After")
          .map(text -> Duration.ofSeconds(Math.max(0, Long.parseLong(text.strip()))))
          .orElse(Duration.ZERO);
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }
}
