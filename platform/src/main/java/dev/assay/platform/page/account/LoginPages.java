package dev.assay.platform.page.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import dev.assay.platform.account.Logins;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.RateLimits;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import io.javalin.http.HandlerType;
import java.util.Map;

/// How people get in and out. Opening a login link uses nothing up, so neither do the programs of
/// mail services and chats that look at every address; its button does.
final class LoginPages {
  private static final int MOST_NAME = 200;

  private final Pages pages;
  private final Logins logins;
  private final OwnPages own;

  LoginPages(Pages pages, Logins logins) {
    this.pages = pages;
    this.logins = logins;
    this.own = new OwnPages(pages::url);
  }

  void register(Routes routes) {
    RateLimits limits = routes.limits();
    routes.page(HandlerType.GET, "/login", this::show);
    routes.barePage(HandlerType.POST, "/login", exchange -> login(exchange, limits));
    routes.page(HandlerType.GET, "/login/{token}", this::showLink);
    routes.barePage(HandlerType.POST, "/login/{token}", exchange -> loginByLink(exchange, limits));
    routes.page(HandlerType.POST, "/logout", this::logout);
  }

  private void show(Exchange exchange, Caller caller) {
    String next = Next.of(exchange.query("next"));
    if (caller.account() != null) {
      Pages.seeOther(exchange, next);
      return;
    }
    answer(exchange, 200, LoginView.of("", next).said(Flash.take(exchange)));
  }

  private void answer(Exchange exchange, int status, LoginView view) {
    var head = Frame.Head.of(text("account.login.title"), "account");
    pages.answer(
        exchange,
        Caller.anonymous(exchange.remote()),
        status,
        head,
        "page/account/login.jte",
        Map.of("view", view));
    exchange.context().header("Cache-Control", "no-store");
  }

  private String text(String key, Object... arguments) {
    return pages.texts().of(key, arguments);
  }

  private void login(Exchange exchange, RateLimits limits) {
    String name = exchange.form("name").orElse("").strip();
    var view = LoginView.of(name, Next.of(exchange.form("next")));
    if (!own.sent(exchange)) {
      answer(exchange, 403, view.withFault(text("account.login.foreign")));
      return;
    }
    String password = exchange.form("password").orElse("");
    LoginView checked = checked(view, password);
    if (checked.isFaultless()) {
      logIn(exchange, limits, view, password);
    } else {
      answer(exchange, 400, checked);
    }
  }

  private LoginView checked(LoginView view, String password) {
    if (view.name().isEmpty()) {
      return view.withNameFault(text("account.login.name.missing"));
    }
    return password.isEmpty()
        ? view.withPasswordFault(text("account.login.password.missing"))
        : view;
  }

  private void logIn(Exchange exchange, RateLimits limits, LoginView view, String password) {
    String name = view.name();
    try {
      limits.countLogin(exchange, name.substring(0, Math.min(name.length(), MOST_NAME)));
      logins.byPasswordOrReason(exchange, new Logins.PasswordLogin(name, password, null));
    } catch (AssayException e) {
      refuse(exchange, view, e);
      return;
    }
    Pages.seeOther(exchange, view.next());
  }

  @SuppressWarnings("StatementSwitchToExpressionSwitch") // Each answers in its own way.
  private void refuse(Exchange exchange, LoginView view, AssayException e) {
    switch (e.code()) {
      case NOT_AUTHENTICATED ->
          answer(exchange, 401, view.withPasswordFault(text("account.login.wrong")));
      case NOT_ALLOWED -> answer(exchange, 403, view.withNameFault(text("account.login.disabled")));
      case TOO_MANY_REQUESTS -> answer(exchange, 429, view.withFault(often(exchange)));
      default -> throw e;
    }
  }

  private String often(Exchange exchange) {
    String seconds = exchange.context().res().getHeader("Retry-After");
    return text("account.login.often", seconds == null ? "60" : seconds);
  }

  private static Logins.LinkLogin link(Exchange exchange) {
    return new Logins.LinkLogin(exchange.pathParameter("token"), null);
  }

  private void showLink(Exchange exchange, Caller caller) {
    boolean isGood = logins.isGoodLink(link(exchange));
    answerLink(exchange, caller, isGood ? 200 : 410, isGood);
  }

  private void answerLink(Exchange exchange, Caller caller, int status, boolean isGood) {
    String account = caller.account() == null ? null : caller.account().name();
    var head = Frame.Head.of(text("account.link.title"), "account");
    pages.answer(
        exchange,
        Caller.anonymous(exchange.remote()),
        status,
        head,
        "page/account/link.jte",
        Map.of("view", new LinkView(isGood, account)));
    exchange.context().header("Cache-Control", "no-store");
  }

  private void loginByLink(Exchange exchange, RateLimits limits) {
    if (!own.sent(exchange)) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED, "A login link is used on its own page; open the link itself.");
    }
    limits.countLogin(exchange);
    try {
      logins.byLink(exchange, link(exchange));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.NOT_AUTHENTICATED) {
        throw e;
      }
      answerLink(exchange, Caller.anonymous(exchange.remote()), 410, false);
      return;
    }
    Flash.LINK_USED.set(exchange);
    Pages.seeOther(exchange, Next.HOME);
  }

  private void logout(Exchange exchange, Caller caller) {
    if (caller.account() != null) {
      logins.end(exchange, caller);
      Flash.LOGGED_OUT.set(exchange);
    }
    Pages.seeOther(exchange, "/login");
  }
}
