package dev.assay.platform.page.chart;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import dev.assay.platform.standing.Standings;
import io.javalin.http.HandlerType;
import org.jdbi.v3.core.Jdbi;

/// Points, implementations and comparisons: pages whose charts put many numbers on one axis.
public final class ChartPages implements Endpoints {
  private final PointPage point;
  private final ImplementationPage implementation;
  private final ComparePage compare;

  public ChartPages(Pages pages, Jdbi jdbi, Standings standings) {
    this.point = new PointPage(pages, jdbi, standings);
    this.implementation = new ImplementationPage(pages, jdbi);
    this.compare = new ComparePage(pages, jdbi);
  }

  @Override
  public void register(Routes routes) {
    routes.page(HandlerType.GET, "/benchmarks/{benchmark}/points/{point}", point::answer);
    routes.page(
        HandlerType.GET, "/benchmarks/{benchmark}/points/{point}/seeds", point::answerSeeds);
    routes.page(
        HandlerType.GET, "/benchmarks/{benchmark}/points/{point}/seeds.csv", point::answerCsv);
    routes.page(HandlerType.GET, "/implementations/{implementation}", implementation::answer);
    routes.page(
        HandlerType.GET, "/implementations/{implementation}/scores.csv", implementation::answerCsv);
    routes.page(HandlerType.GET, "/compare", compare::answer);
  }
}
