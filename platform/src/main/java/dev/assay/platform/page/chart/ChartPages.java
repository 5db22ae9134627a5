package dev.assay.platform.page.chart;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import org.jdbi.v3.core.Jdbi;

/// Points, implementations and comparisons: pages whose charts put many numbers on one axis.
public final class ChartPages implements Endpoints {
  public ChartPages(Pages pages, Jdbi jdbi) {}

  @Override
  public void register(Routes routes) {}
}
