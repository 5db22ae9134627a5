package dev.assay.platform.queue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.EventStream;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// What people ask of jobs.
final class JobEndpoints implements Endpoints {
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  private final JobDesk desk;

  JobEndpoints(JobDesk desk) {
    this.desk = desk;
  }

  /// @param priority -1000 to 1000; the higher, the earlier
  record PriorityChange(int priority) {}

  @Override
  public void register(Routes routes) {
    routes.open(HandlerType.GET, "/api/v1/jobs", this::list);
    routes.open(HandlerType.GET, "/api/v1/jobs/{job}", this::show);
    routes.open(HandlerType.GET, "/api/v1/jobs/{job}/document", this::showDocument);
    routes.events("/api/v1/jobs/{job}/events", this::stream);
    routes.scoped(HandlerType.POST, "/api/v1/jobs/{job}/cancel", Scope.SUBMIT, this::cancel);
    routes.scoped(HandlerType.PUT, "/api/v1/jobs/{job}/priority", Scope.OPERATE, this::setPriority);
  }

  private void list(Exchange exchange, Caller caller) {
    exchange.json(desk.list(caller, filter(exchange), exchange.cursor(), exchange.limit()));
  }

  private static JobFilter filter(Exchange exchange) {
    return new JobFilter(
        exchange.query("state").map(JobEndpoints::state).orElse(null),
        exchange.query("benchmark").orElse(null),
        null,
        exchange.query("mine").map(Boolean::parseBoolean).orElse(false));
  }

  private static JobState state(String text) {
    try {
      return JobState.parse(text);
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "state=%s is none: jobs are queued, running, finished, build-failed, bundle-error, platform-error or cancelled."
              .formatted(SafeText.shown(text)),
          e);
    }
  }

  private void show(Exchange exchange, Caller caller) {
    exchange.json(desk.load(caller, exchange.pathParameter("job")));
  }

  private void showDocument(Exchange exchange, Caller caller) {
    var document = desk.loadDocument(caller, exchange.pathParameter("job"));
    exchange.immutable(
        document.hash(),
        "application/json",
        new ByteArrayInputStream(document.json().getBytes(StandardCharsets.UTF_8)));
  }

  private void stream(EventStream stream, Caller caller) {
    String id = stream.exchange().pathParameter("job");
    JobView view = desk.load(caller, id);
    stream.send("job", view);
    while (!view.job().state().isFinal() && !stream.isClosed() && !desk.isClosing()) {
      Optional<JobView> changed = desk.awaitChange(caller, id, view, KEEP_ALIVE);
      if (changed.isPresent()) {
        view = changed.get();
        stream.send("job", view);
      } else {
        stream.keepAlive();
      }
    }
  }

  private void cancel(Exchange exchange, Caller caller) {
    exchange.json(desk.cancel(caller, exchange.pathParameter("job")));
  }

  private void setPriority(Exchange exchange, Caller caller) {
    int priority = exchange.body(PriorityChange.class).priority();
    exchange.json(desk.setPriority(caller, exchange.pathParameter("job"), priority));
  }
}
