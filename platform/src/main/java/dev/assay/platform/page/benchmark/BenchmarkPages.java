package dev.assay.platform.page.benchmark;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import org.jdbi.v3.core.Jdbi;

/// Benchmarks, their standings and versions; the home page, the feed, and what the numbers mean.
public final class BenchmarkPages implements Endpoints {
  public BenchmarkPages(Pages pages, Jdbi jdbi) {}

  @Override
  public void register(Routes routes) {}
}
