package dev.assay.platform.page.account;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import org.jdbi.v3.core.Jdbi;

/// Login, accounts, tokens and webhooks.
public final class AccountPages implements Endpoints {
  public AccountPages(Pages pages, Jdbi jdbi) {}

  @Override
  public void register(Routes routes) {}
}
