package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns every failure into a problem document. Of an unexpected one the log has the trace, and the
/// client the request's id.
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  /// Attribute of requests for pages.
  static final String PAGE = "assay.page";

  private final RouteTable table;
  private final FailurePage page;

  Failures(RouteTable table, FailurePage page) {
    this.table = table;
    this.page = page;
  }

  void answer(AssayException e, Context context) {
    Problem problem = Problem.of(e, context.path());
    if (problem.status() == 500) {
      log(context, e);
    }
    write(problem, context);
  }

  void answerRouting(HttpResponseException e, Context context) {
    String allowed = table.methodsFor(context.path());
    boolean isRouting = e.getStatus() == 404 || e.getStatus() == 405;
    if (e.getStatus() == 405) {
      context.header("Allow", allowed);
    }
    String detail =
        !isRouting
            ? String.valueOf(e.getMessage())
            : "There is nothing that answers %s %s.%s"
                .formatted(
                    context.req().getMethod(),
                    context.path(),
                    allowed.isEmpty() ? "" : " It answers %s.".formatted(allowed));
    write(Problem.ofStatus(e.getStatus(), detail, context.path()), context);
  }

  void answerUnexpected(Exception e, Context context) {
    if (isDatabaseAway(e)) {
      LOG.warn("{} {}: the database is away: {}", context.method(), path(context), e.toString());
      context.header("Retry-After", "2");
      write(
          Problem.of(
              new AssayException(
                  ErrorCode.UNREACHABLE, "The platform's database is away; try again in 2 s."),
              context.path()),
          context);
    } else {
      log(context, e);
      write(internal(context), context);
    }
  }

  private static Problem internal(Context context) {
    String message =
        "This should not have happened, and is a fault of Assay; the operator finds more in the log, under the request %s."
            .formatted(new Exchange(context).requestId());
    return Problem.of(new AssayException(ErrorCode.INTERNAL, message), context.path());
  }

  private static void log(Context context, Exception e) {
    LOG.atError()
        .addKeyValue("request", new Exchange(context).requestId())
        .setCause(e)
        .log("{} {} failed", context.method(), path(context));
  }

  private static String path(Context context) {
    return Arrivals.shownPath(context);
  }

  /// An error of the JVM itself, as a stack that overflowed.
  static void answerError(HttpServletResponse response, Error error) {
    LOG.error("A request failed", error);
    if (response.isCommitted()) {
      return;
    }
    var problem =
        Problem.of(
            new AssayException(ErrorCode.INTERNAL, "The platform could not answer this."), "");
    response.setStatus(problem.status());
    response.setContentType(Problem.CONTENT_TYPE);
    try {
      response.getOutputStream().write(JsonCodec.toBytes(problem));
    } catch (IOException e) {
      LOG.debug("The reader has gone", e);
    }
  }

  /// Requests that no route took are for a page when they come from a browser and are not for the
  /// API.
  private static boolean isOfPage(Context context) {
    String accepted = context.header("Accept");
    return Boolean.TRUE.equals(context.<Boolean>attribute(PAGE))
        || (context.attribute(Arrivals.ROUTE) == null
            && !context.path().startsWith("/api/")
            && accepted != null
            && accepted.contains("text/html"));
  }

  /// Whether the database cannot be reached, shuts down or has too many connections (PostgreSQL,
  /// appendix A: classes 08, 53 and 57P).
  private static boolean isDatabaseAway(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++, cause = cause.getCause()) {
      if (cause instanceof java.sql.SQLTransientConnectionException) {
        return true;
      }
      String state = cause instanceof SQLException sql ? sql.getSQLState() : null;
      if (state != null) {
        return state.startsWith("08") || state.startsWith("53") || state.startsWith("57P");
      }
    }
    return false;
  }

  private void write(Problem problem, Context context) {
    UnreadBody.takeIn(context);
    if (isOfPage(context) && page.answer(problem, new Exchange(context))) {
      context.res().setHeader("ETag", null);
      return;
    }
    if (problem.status() == 401) {
      context.header("WWW-Authenticate", "Bearer realm=\"assay\"");
    }
    context
        .status(problem.status())
        .contentType(Problem.CONTENT_TYPE)
        .header("Cache-Control", "no-store")
        .result(JsonCodec.toBytes(problem));
    context.res().setHeader("ETag", null);
  }
}
