package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Idempotency;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Submissions and implementations.
public final class SubmissionEndpoints implements Endpoints {
  /// Each holds a connection to the database while it freezes, so that a repeated request finds
  /// either nothing or all of it.
  private static final int MOST_AT_ONCE = 4;

  private static final int LONGEST_WAIT_SECONDS = 20;

  private final Submissions submissions;
  private final Idempotency idempotency;
  private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);

  public SubmissionEndpoints(Submissions submissions, Idempotency idempotency) {
    this.submissions = submissions;
    this.idempotency = idempotency;
  }

  @Override
  public void register(Routes routes) {
    routes.scoped(HandlerType.POST, "/api/v1/submissions", Scope.SUBMIT, this::submit);
    routes.open(HandlerType.GET, "/api/v1/submissions/{submission}", this::show);
    routes.open(HandlerType.GET, "/api/v1/implementations", this::list);
    routes.open(
        HandlerType.GET, "/api/v1/implementations/{implementation}", this::showImplementation);
  }

  private void submit(Exchange exchange, Caller caller) {
    var request = exchange.body(SubmissionRequest.class);
    Submissions.requireWellFormed(request);
    takeTurn();
    try {
      idempotency.onceIn(
          exchange,
          caller,
          TextHash.of(JsonCodec.toLine(request)),
          handle ->
              new Idempotency.Answer(
                  201, JsonCodec.toJson(submissions.submit(handle, caller, request))));
    } finally {
      turns.release();
    }
  }

  private void takeTurn() {
    try {
      if (turns.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssayException(
        ErrorCode.TOO_MANY_REQUESTS,
        "Other submissions are being frozen; send this one again in a minute.");
  }

  private void show(Exchange exchange, Caller caller) {
    exchange.json(submissions.load(caller, exchange.pathParameter("submission")));
  }

  private void list(Exchange exchange, Caller caller) {
    int limit = exchange.limit();
    var filter =
        new SubmissionRepository.Filter(
            exchange.query("benchmark").orElse(null),
            exchange.query("mine").map(Boolean::parseBoolean).orElse(false));
    exchange.json(
        Page.of(
            submissions.implementations(caller, filter, exchange.cursor(), limit),
            limit,
            SubmissionRepository.Row::key,
            SubmissionRepository.Row::line));
  }

  private void showImplementation(Exchange exchange, Caller caller) {
    exchange.json(submissions.loadImplementation(caller, exchange.pathParameter("implementation")));
  }
}
