package dev.assay.platform.standing;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.rank.Comparison;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.run.Runs;
import io.javalin.http.HandlerType;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/// Standings, comparisons and decisions.
public final class StandingEndpoints implements Endpoints {
  private final Standings standings;
  private final Runs runs;

  public StandingEndpoints(Jdbi jdbi, Standings standings) {
    this.standings = standings;
    this.runs = new Runs(jdbi);
  }

  /// What somebody decided about a suspect point.
  ///
  /// @param isCleared whether nothing was wrong with it
  /// @param reason for others to read
  public record DecisionAsk(boolean isCleared, String reason) {}

  @Override
  public void register(Routes routes) {
    routes.open(HandlerType.GET, "/api/v1/benchmarks/{benchmark}/standings", this::standing);
    routes.open(HandlerType.GET, "/api/v1/compare", this::compare);
    routes.scoped(
        HandlerType.POST,
        "/api/v1/runs/{run}/points/{point}/suspicion",
        Scope.PUBLISH,
        this::decide);
  }

  private void standing(Exchange exchange, Caller caller) {
    String point =
        exchange
            .query("point")
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.REQUEST_INVALID,
                    "A standing is of one point: say which, as in ?point=N1024."));
    var kept =
        standings.load(
            caller,
            new Standings.Ask(
                exchange.pathParameter("benchmark").replace('~', '/'),
                exchange.query("version").orElse(null),
                point,
                exchange.query("class").orElse(null)));
    if (!exchange.isKnown(kept.tag(), "private, no-cache")) {
      exchange.context().status(200).contentType("application/json").result(kept.json());
    }
  }

  private void compare(Exchange exchange, Caller caller) {
    List<String> ids = exchange.queries("run");
    if (ids.size() != 2) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "Two runs are compared, as in ?run=A&run=B, and %d were named.".formatted(ids.size()));
    }
    exchange.json(Comparison.of(runs.run(caller, ids.getFirst()), runs.run(caller, ids.getLast())));
  }

  private void decide(Exchange exchange, Caller caller) {
    DecisionAsk ask = exchange.body(DecisionAsk.class);
    standings.decide(
        caller,
        exchange.pathParameter("run"),
        exchange.pathParameter("point"),
        ask.isCleared(),
        ask.reason());
    exchange.noContent();
  }
}
