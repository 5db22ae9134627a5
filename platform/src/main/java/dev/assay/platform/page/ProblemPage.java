package dev.assay.platform.page;

import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.FailurePage;
import dev.assay.platform.http.Problem;
import java.util.Map;
import java.util.Set;

/// The page of what went wrong. Who has not logged in, and would have to, is led to the login.
public final class ProblemPage implements FailurePage {
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD");

  private final Pages pages;

  public ProblemPage(Pages pages) {
    this.pages = pages;
  }

  @Override
  public boolean answer(Problem problem, Exchange exchange) {
    if (problem.status() == 401 && SAFE_METHODS.contains(exchange.method())) {
      Pages.seeOther(exchange, Addresses.with("/login", "next", Pages.pathOf(exchange)));
      return true;
    }
    var head = Frame.Head.of(title(problem), "");
    pages.answer(
        exchange,
        Caller.anonymous(exchange.remote()),
        problem.status(),
        head,
        "page/problem.jte",
        Map.of("problem", problem, "request", exchange.requestId()));
    exchange.context().header("Cache-Control", "no-store");
    return true;
  }

  private String title(Problem problem) {
    return pages
        .texts()
        .of(
            switch (problem.status()) {
              case 401 -> "frame.problem.login";
              case 403 -> "frame.problem.refused";
              case 404 -> "frame.problem.missing";
              case 429 -> "frame.problem.often";
              case 503 -> "frame.problem.away";
              default -> problem.status() < 500 ? "frame.problem.request" : "frame.problem.fault";
            });
  }
}
