package dev.assay.platform.judge;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;

/// Judging again.
public final class JudgeEndpoints implements Endpoints {
  private final Rejudgings rejudgings;

  public JudgeEndpoints(Rejudgings rejudgings) {
    this.rejudgings = rejudgings;
  }

  @Override
  public void register(Routes routes) {
    routes.scoped(
        HandlerType.POST, "/api/v1/benchmarks/{benchmark}/rejudgings", Scope.PUBLISH, this::create);
    String one = "/api/v1/rejudgings/{rejudging}";
    routes.scoped(
        HandlerType.GET,
        one,
        Scope.PUBLISH,
        (exchange, caller) -> exchange.json(rejudgings.view(caller, id(exchange))));
    routes.scoped(
        HandlerType.POST,
        one + "/apply",
        Scope.PUBLISH,
        (exchange, caller) -> exchange.json(rejudgings.apply(caller, id(exchange))));
    routes.scoped(
        HandlerType.POST,
        one + "/drop",
        Scope.PUBLISH,
        (exchange, caller) -> exchange.json(rejudgings.drop(caller, id(exchange))));
  }

  private void create(Exchange exchange, Caller caller) {
    String benchmark = exchange.pathParameter("benchmark").replace('~', '/');
    exchange.json(
        201, rejudgings.create(caller, benchmark, exchange.body(Rejudgings.RejudgeAsk.class)));
  }

  private static String id(Exchange exchange) {
    return exchange.pathParameter("rejudging");
  }
}
