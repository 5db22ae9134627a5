package dev.assay.platform.page.account;

import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Logins;
import dev.assay.platform.account.Tokens;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import dev.assay.platform.webhook.Webhooks;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;

/// Login, accounts, tokens and webhooks.
public final class AccountPages implements Endpoints {
  private final LoginPages login;
  private final AccountPage account;
  private final TokenPages token;
  private final HookPages hook;

  /// What these pages are about.
  ///
  /// @param quotas of accounts that have none of their own
  public record Services(
      Jdbi jdbi,
      Accounts accounts,
      Logins logins,
      Tokens tokens,
      Webhooks webhooks,
      Quotas quotas) {}

  public AccountPages(Pages pages, Services services) {
    this.login = new LoginPages(pages, services.logins());
    this.account =
        new AccountPage(
            pages,
            services.accounts(),
            services.logins(),
            services.quotas(),
            new OwnWorkRepository(services.jdbi()));
    this.token = new TokenPages(pages, services.tokens(), InstantSource.system());
    this.hook = new HookPages(pages, services.webhooks());
  }

  @Override
  public void register(Routes routes) {
    login.register(routes);
    account.register(routes);
    token.register(routes);
    hook.register(routes);
  }
}
