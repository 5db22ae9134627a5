package dev.assay.platform.page.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.account.AccountView;
import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Logins;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.RateLimits;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import io.javalin.http.HandlerType;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Who one is, what one has made, and one's password.
final class AccountPage {
  private static final int ROWS = 20;

  private final Pages pages;
  private final Accounts accounts;
  private final Logins logins;
  private final Quotas quotas;
  private final OwnWorkRepository work;

  AccountPage(
      Pages pages, Accounts accounts, Logins logins, Quotas quotas, OwnWorkRepository work) {
    this.pages = pages;
    this.accounts = accounts;
    this.logins = logins;
    this.quotas = quotas;
    this.work = work;
  }

  void register(Routes routes) {
    RateLimits limits = routes.limits();
    routes.page(HandlerType.GET, "/account", Scope.READ, this::show);
    routes.page(
        HandlerType.POST,
        "/account/password",
        Scope.READ,
        (exchange, caller) -> changePassword(exchange, caller, limits));
  }

  static Account account(Caller caller) {
    return Objects.requireNonNull(caller.account(), "a page that needs a scope has an account");
  }

  private void show(Exchange exchange, Caller caller) {
    answer(exchange, caller, 200, view(exchange, caller));
  }

  private void answer(Exchange exchange, Caller caller, int status, AccountPageView view) {
    var head = Frame.Head.of(text("account.title", view.name()), "account");
    pages.answer(exchange, caller, status, head, "page/account/account.jte", Map.of("view", view));
  }

  private String text(String key, Object... arguments) {
    return pages.texts().of(key, arguments);
  }

  private AccountPageView view(Exchange exchange, Caller caller) {
    Account account = account(caller);
    AccountView stored = accounts.view(account.key());
    OwnWork.Use use = work.use(account.key());
    return new AccountPageView(
        account.name(),
        account.id(),
        account.role(),
        Moment.of(stored.createdAt()),
        Flash.take(exchange),
        quota(use.waiting(), stored.jobsWaitingQuota(), quotas.waiting()),
        quota(use.daily(), stored.jobsDailyQuota(), quotas.daily()),
        work.load(account.key(), ROWS),
        logins.passwordState(exchange, caller, account),
        caller.csrfToken() != null,
        "",
        "");
  }

  private static AccountPageView.Quota quota(int used, @Nullable Integer own, int usual) {
    return new AccountPageView.Quota(used, own == null ? usual : own, own != null);
  }

  private void changePassword(Exchange exchange, Caller caller, RateLimits limits) {
    String password = exchange.form("password").orElse("");
    if (!password.equals(exchange.form("again").orElse(""))) {
      refuse(exchange, caller, 400, "", text("account.password.differs"));
      return;
    }
    try {
      limits.countLogin(exchange, account(caller).name());
      logins.changePassword(
          exchange,
          caller,
          account(caller),
          new Logins.PasswordChange(exchange.form("current").orElse(null), password));
    } catch (AssayException e) {
      refuse(exchange, caller, e);
      return;
    }
    Flash.PASSWORD_SET.set(exchange);
    Pages.seeOther(exchange, Next.HOME);
  }

  private void refuse(Exchange exchange, Caller caller, AssayException e) {
    if (e.code() == ErrorCode.REQUEST_INVALID) {
      refuse(exchange, caller, 400, "", e.getMessage());
    } else if (e.code() == ErrorCode.NOT_ALLOWED && caller.csrfToken() != null) {
      refuse(exchange, caller, 403, text("account.password.another"), "");
    } else {
      throw e;
    }
  }

  private void refuse(
      Exchange exchange, Caller caller, int status, String current, @Nullable String password) {
    answer(
        exchange,
        caller,
        status,
        view(exchange, caller).withFaults(current, Objects.requireNonNullElse(password, "")));
  }
}
