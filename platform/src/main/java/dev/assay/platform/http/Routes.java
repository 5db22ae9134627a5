package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import io.javalin.http.HandlerType;
import io.javalin.router.JavalinDefaultRoutingApi;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.MDC;

/// Where endpoints say what they answer. Paths are Javalin's, as in `/api/v1/runs/{run}`.
///
/// Who is calling is known before an endpoint is asked; an endpoint that needs a scope is not asked
/// without it, and nobody is answered more often than the rates say.
public final class Routes {
  private final JavalinDefaultRoutingApi routing;
  private final Authenticator authenticator;
  private final RateLimits limits;
  private final RouteTable table;
  private final BooleanSupplier isStopping;
  private final Gate requests;
  private final Gate runners;
  private final Gate streams;

  Routes(
      JavalinDefaultRoutingApi routing,
      Authenticator authenticator,
      RateLimits limits,
      HttpSettings.Bounds bounds,
      RouteTable table,
      BooleanSupplier isStopping) {
    this.routing = routing;
    this.authenticator = authenticator;
    this.limits = limits;
    this.table = table;
    this.isStopping = isStopping;
    this.requests = new Gate("requests", bounds.requests());
    this.runners = new Gate("requests of runners", bounds.runnerRequests());
    this.streams = new Gate("streams", bounds.streams());
  }

  /// Answers one request.
  @FunctionalInterface
  public interface Handler {
    void handle(Exchange exchange, Caller caller);
  }

  /// Answers one request of a runner.
  @FunctionalInterface
  public interface RunnerHandler {
    void handle(Exchange exchange, RunnerIdentity runner);
  }

  /// How often requests may come, for endpoints that count more than requests.
  public RateLimits limits() {
    return limits;
  }

  /// For everybody; private things are still shown to those only who may see them.
  public void open(HandlerType method, String path, Handler handler) {
    add(method, path, requests, exchange -> handler.handle(exchange, callerOf(exchange)));
  }

  /// For callers with a scope.
  public void scoped(HandlerType method, String path, Scope scope, Handler handler) {
    add(
        method,
        path,
        requests,
        exchange -> handler.handle(exchange, requireScope(exchange, scope)));
  }

  /// A page, for everybody. Who shows a session that has ended is a reader like any other; what
  /// goes wrong is answered with a page.
  public void page(HandlerType method, String path, Handler handler) {
    addPage(method, path, exchange -> handler.handle(exchange, visitorOf(exchange)));
  }

  /// A page for callers with a scope; who has not logged in is asked to.
  public void page(HandlerType method, String path, Scope scope, Handler handler) {
    addPage(
        method,
        path,
        exchange -> handler.handle(exchange, require(exchange, visitorOf(exchange), scope)));
  }

  /// A page, for everybody, without asking who it is: what logs people in, whatever session their
  /// browser shows.
  public void barePage(HandlerType method, String path, Consumer<Exchange> handler) {
    addPage(
        method,
        path,
        exchange -> {
          limits.countAnonymous(exchange);
          handler.accept(exchange);
        });
  }

  private Caller visitorOf(Exchange exchange) {
    try {
      return callerOf(exchange);
    } catch (AssayException e) {
      if (e.code() == ErrorCode.NOT_AUTHENTICATED && exchange.header("Authorization").isEmpty()) {
        return Caller.anonymous(exchange.remote());
      }
      throw e;
    }
  }

  /// For runners. Their texts may hold NUL, since programs said them.
  public void runner(HandlerType method, String path, RunnerHandler handler) {
    add(
        method,
        path,
        runners,
        exchange -> {
          RunnerIdentity runner = runnerOf(exchange);
          try (var _ = MDC.putCloseable("runner", runner.name())) {
            handler.handle(exchange.withAnyText(), runner);
          }
        });
  }

  /// For everybody, without asking who it is: `/health`, `/metrics`, a runner's registration.
  public void bare(HandlerType method, String path, Consumer<Exchange> handler) {
    add(
        method,
        path,
        requests,
        exchange -> {
          limits.countAnonymous(exchange);
          handler.accept(exchange);
        });
  }

  /// A stream of events, for everybody. The handler runs on a virtual thread of its own and ends
  /// the stream by returning. What it throws before its first event is answered as a problem.
  public void events(String path, BiConsumer<EventStream, Caller> handler) {
    add(HandlerType.GET, path, streams, exchange -> stream(exchange, handler));
  }

  private void stream(Exchange exchange, BiConsumer<EventStream, Caller> handler) {
    Caller caller = callerOf(exchange);
    var stream = new EventStream(exchange, isStopping);
    stream.guard(() -> handler.accept(stream, caller));
  }

  private void add(HandlerType method, String path, Gate gate, Consumer<Exchange> handler) {
    table.add(new Route(method.name(), path));
    answer(method, path, gate, handler);
  }

  private void addPage(HandlerType method, String path, Consumer<Exchange> handler) {
    table.addPage(new Route(method.name(), path));
    answer(
        method,
        path,
        requests,
        exchange -> {
          exchange.context().attribute(Failures.PAGE, true);
          handler.accept(exchange);
        });
  }

  private void answer(HandlerType method, String path, Gate gate, Consumer<Exchange> handler) {
    routing.addHttpHandler(
        method,
        path,
        context -> {
          var exchange = new Exchange(context);
          context.attribute(Arrivals.ROUTE, path);
          try (var _ = MDC.putCloseable("request", exchange.requestId())) {
            gate.pass(exchange, () -> handler.accept(exchange));
          }
        });
  }

  private Caller callerOf(Exchange exchange) {
    Caller caller;
    try {
      caller = authenticator.authenticate(exchange);
    } catch (AssayException e) {
      limits.countAnonymous(exchange);
      throw e;
    }
    limits.countCaller(exchange, caller);
    return caller;
  }

  private RunnerIdentity runnerOf(Exchange exchange) {
    RunnerIdentity runner;
    try {
      runner = authenticator.authenticateRunner(exchange);
    } catch (AssayException e) {
      limits.countAnonymous(exchange);
      throw e;
    }
    limits.countRunner(exchange, runner);
    return runner;
  }

  private Caller requireScope(Exchange exchange, Scope scope) {
    return require(exchange, callerOf(exchange), scope);
  }

  private static Caller require(Exchange exchange, Caller caller, Scope scope) {
    if (caller.account() == null) {
      throw new AssayException(
          ErrorCode.NOT_AUTHENTICATED,
          "%s %s needs a login: send a token with the scope '%s' as 'Authorization: Bearer …'."
              .formatted(exchange.method(), exchange.path(), scope.text()));
    }
    if (!caller.may(scope)) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "%s %s needs the scope '%s', which %s does not have here."
              .formatted(
                  exchange.method(), exchange.path(), scope.text(), caller.account().name()));
    }
    return caller;
  }
}
