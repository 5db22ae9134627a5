package dev.assay.platform.page.run;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import org.jdbi.v3.core.Jdbi;

/// Runs, their points, cases and logs; jobs and submissions on their way there.
public final class RunPages implements Endpoints {
  public RunPages(Pages pages, Jdbi jdbi) {}

  @Override
  public void register(Routes routes) {}
}
