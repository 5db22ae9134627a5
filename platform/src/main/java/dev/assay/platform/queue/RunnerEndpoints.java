package dev.assay.platform.queue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What runners say to the platform, and what operators say of runners.
final class RunnerEndpoints implements Endpoints {
  private static final Pattern PROTOCOL = Pattern.compile("\"protocol\"\\s*:\\s*(\\d{1,6})\\b");
  private static final int LONGEST_WAIT_MILLIS = 30_000;

  private final RunnerRegistry registry;
  private final JobQueue queue;
  private final Leases leases;

  RunnerEndpoints(RunnerRegistry registry, JobQueue queue, Leases leases) {
    this.registry = registry;
    this.queue = queue;
    this.leases = leases;
  }

  /// Why an operator does something to a runner.
  record StateChange(@Nullable String reason) {
    String sentence() {
      return reason == null || reason.isBlank() ? "by an operator" : reason;
    }
  }

  @Override
  public void register(Routes routes) {
    routes.scoped(HandlerType.POST, "/api/v1/runner-codes", Scope.OPERATE, this::makeCode);
    routes.open(HandlerType.GET, "/api/v1/runners", this::list);
    routes.open(HandlerType.GET, "/api/v1/runners/{runner}", this::show);
    routes.scoped(
        HandlerType.POST, "/api/v1/runners/{runner}/set-aside", Scope.OPERATE, this::setAside);
    routes.scoped(
        HandlerType.POST, "/api/v1/runners/{runner}/activate", Scope.OPERATE, this::activate);
    routes.scoped(HandlerType.POST, "/api/v1/runners/{runner}/retire", Scope.OPERATE, this::retire);
    routes.bare(HandlerType.POST, "/api/v1/runner/register", this::registerRunner);
    runner(routes, HandlerType.POST, "/api/v1/runner/hello", this::hello);
    runner(routes, HandlerType.POST, "/api/v1/runner/claim", this::claim);
    runner(routes, HandlerType.POST, "/api/v1/runner/heartbeat", this::heartbeat);
    runner(routes, HandlerType.POST, "/api/v1/runner/surrender", this::surrender);
    runner(
        routes, HandlerType.GET, "/api/v1/runner/jobs/{job}/cancellation", this::awaitCancellation);
  }

  private static void runner(
      Routes routes,
      HandlerType method,
      String path,
      BiConsumer<Exchange, RunnerIdentity> handler) {
    routes.runner(
        method,
        path,
        (exchange, runner) -> {
          requireInService(runner);
          handler.accept(exchange, runner);
        });
  }

  private static void requireInService(RunnerIdentity runner) {
    if (runner.state().equals("retired")) {
      throw RunnerRegistry.retired(runner.name());
    }
  }

  private void makeCode(Exchange exchange, Caller caller) {
    exchange.json(201, registry.makeCode(caller, exchange.body(RunnerRegistry.CodeRequest.class)));
  }

  private void list(Exchange exchange, Caller caller) {
    int limit = exchange.limit();
    exchange.json(
        Page.of(
            registry.page(caller, exchange.cursor(), limit),
            limit,
            RunnerRepository.Row::key,
            RunnerRepository.Row::view));
  }

  private void show(Exchange exchange, Caller caller) {
    exchange.json(registry.load(caller, exchange.pathParameter("runner")));
  }

  private void setAside(Exchange exchange, Caller caller) {
    String reason = exchange.body(StateChange.class).sentence();
    exchange.json(registry.setAside(caller, exchange.pathParameter("runner"), reason));
  }

  private void activate(Exchange exchange, Caller caller) {
    exchange.json(registry.activate(caller, exchange.pathParameter("runner")));
  }

  private void retire(Exchange exchange, Caller caller) {
    String reason = exchange.body(StateChange.class).sentence();
    exchange.json(registry.retire(caller, exchange.pathParameter("runner"), reason));
  }

  private void registerRunner(Exchange exchange) {
    exchange.json(201, registry.register(exchange.body(RunnerRegistration.class)));
  }

  private void hello(Exchange exchange, RunnerIdentity runner) {
    byte[] body = exchange.bodyBytes(Exchange.MOST_JSON_BYTES);
    requireProtocol(new String(body, StandardCharsets.UTF_8));
    RunnerHello hello = JsonCodec.read(body, RunnerHello.class, "the request's body");
    exchange.json(registry.welcome(runner.key(), hello));
  }

  /// Looked at before the rest, which another version may write otherwise.
  private static void requireProtocol(String body) {
    Matcher protocol = PROTOCOL.matcher(body);
    if (protocol.find()) {
      RunnerRegistry.requireProtocol(Integer.parseInt(protocol.group(1)));
    }
  }

  private void claim(Exchange exchange, RunnerIdentity runner) {
    queue
        .claim(runner.key(), exchange.body(Claim.class))
        .ifPresentOrElse(exchange::json, exchange::noContent);
  }

  private void heartbeat(Exchange exchange, RunnerIdentity runner) {
    exchange.json(leases.heartbeat(runner.key(), exchange.body(Heartbeat.class)));
  }

  private void surrender(Exchange exchange, RunnerIdentity runner) {
    leases.surrender(runner.key(), exchange.body(Surrender.class));
    exchange.noContent();
  }

  private void awaitCancellation(Exchange exchange, RunnerIdentity runner) {
    Integer attempt = exchange.query("attempt").map(text -> number("attempt", text)).orElse(null);
    int wait =
        exchange
            .query("wait_millis")
            .map(text -> number("wait_millis", text))
            .orElse(LONGEST_WAIT_MILLIS);
    exchange.json(
        leases.awaitCancellation(
            runner.key(),
            exchange.pathParameter("job"),
            attempt,
            exchange.query("instance").orElse(null),
            Duration.ofMillis(Math.clamp(wait, 0, LONGEST_WAIT_MILLIS))));
  }

  private static int number(String name, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "%s=%s is no whole number.".formatted(name, SafeText.shown(text)),
          e);
    }
  }
}
