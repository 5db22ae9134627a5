package dev.assay.platform.page.operate;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import org.jdbi.v3.core.Jdbi;

/// The queue and the runners for everybody; what operators do.
public final class OperatePages implements Endpoints {
  public OperatePages(Pages pages, Jdbi jdbi) {}

  @Override
  public void register(Routes routes) {}
}
