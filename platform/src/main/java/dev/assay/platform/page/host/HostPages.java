package dev.assay.platform.page.host;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import org.jdbi.v3.core.Jdbi;

/// What hosts do: publish, read check reports, judge again.
public final class HostPages implements Endpoints {
  public HostPages(Pages pages, Jdbi jdbi) {}

  @Override
  public void register(Routes routes) {}
}
