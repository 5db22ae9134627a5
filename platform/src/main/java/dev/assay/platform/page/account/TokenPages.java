package dev.assay.platform.page.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.account.TokenView;
import dev.assay.platform.account.Tokens;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import io.javalin.http.HandlerType;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Tokens: a list, a form for a new one, whose secret is shown once, and taking one back.
final class TokenPages {
  static final String LIST = "/account/tokens";

  private static final String ONE = LIST + "/{token}/revoke";
  private static final int ROWS = 50;
  private static final int USUAL_DAYS = 90;

  private final Pages pages;
  private final Tokens tokens;
  private final InstantSource clock;

  TokenPages(Pages pages, Tokens tokens, InstantSource clock) {
    this.pages = pages;
    this.tokens = tokens;
    this.clock = clock;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, LIST, Scope.READ, this::list);
    routes.page(HandlerType.POST, LIST, Scope.READ, this::create);
    routes.page(HandlerType.GET, ONE, Scope.READ, this::confirm);
    routes.page(HandlerType.POST, ONE, Scope.READ, this::revoke);
  }

  private String text(String key, Object... arguments) {
    return pages.texts().of(key, arguments);
  }

  private Frame.Head head(String title) {
    return Frame.Head.of(title, "account").below(new Frame.Crumb(text("account.crumb"), Next.HOME));
  }

  private Frame.Head headBelowList(String title) {
    return Frame.Head.of(title, "account")
        .below(
            new Frame.Crumb(text("account.crumb"), Next.HOME),
            new Frame.Crumb(text("account.tokens.title"), LIST));
  }

  private void list(Exchange exchange, Caller caller) {
    var chosen = List.of(Scope.READ);
    answer(
        exchange,
        caller,
        200,
        new TokenViews.Form("", boxes(caller, chosen), USUAL_DAYS, "", "", ""));
  }

  private static List<TokenViews.ScopeBox> boxes(Caller caller, List<Scope> chosen) {
    return caller.scopes().stream()
        .sorted()
        .map(scope -> new TokenViews.ScopeBox(scope.text(), chosen.contains(scope)))
        .toList();
  }

  private void answer(Exchange exchange, Caller caller, int status, TokenViews.Form form) {
    Page<TokenView> page = tokens.page(AccountPage.account(caller), exchange.cursor(), ROWS);
    var rows = page.items().stream().map(this::row).toList();
    var view = new TokenViews.ListView(rows, page.next(), Flash.take(exchange), form);
    pages.answer(
        exchange,
        caller,
        status,
        head(text("account.tokens.title")),
        "page/account/tokens.jte",
        Map.of("view", view));
  }

  private TokenViews.Row row(TokenView token) {
    return new TokenViews.Row(
        token.id(),
        token.name(),
        token.scopes().stream().map(Scope::text).collect(Collectors.joining(", ")),
        state(token),
        Moment.of(token.createdAt()),
        Moment.of(token.expiresAt()),
        token.lastUsedAt() == null ? null : Moment.of(token.lastUsedAt()));
  }

  private String state(TokenView token) {
    if (token.revokedAt() != null) {
      return "revoked";
    }
    return token.expiresAt().isAfter(clock.instant()) ? "good" : "expired";
  }

  private void create(Exchange exchange, Caller caller) {
    List<Scope> chosen = chosen(exchange);
    TokenViews.Form form = form(exchange, caller, chosen);
    if (!form.isFaultless()) {
      answer(exchange, caller, 400, form);
      return;
    }
    Account account = AccountPage.account(caller);
    Tokens.TokenCreated made;
    try {
      var asked = new Tokens.NewToken(form.name(), chosen, form.days());
      made = tokens.create(caller, account, asked, exchange.bearer());
    } catch (AssayException e) {
      refuse(exchange, caller, form, e);
      return;
    }
    show(exchange, caller, made);
  }

  private void refuse(Exchange exchange, Caller caller, TokenViews.Form form, AssayException e) {
    if (e.code() != ErrorCode.REQUEST_INVALID && e.code() != ErrorCode.CONFLICT) {
      throw e;
    }
    int status = e.code() == ErrorCode.CONFLICT ? 409 : 400;
    answer(
        exchange, caller, status, form.withFault(Objects.requireNonNullElse(e.getMessage(), "")));
  }

  /// 201, so that it is kept nowhere.
  private void show(Exchange exchange, Caller caller, Tokens.TokenCreated made) {
    pages.answer(
        exchange,
        caller,
        201,
        headBelowList(text("account.token.made.title")),
        "page/account/token-made.jte",
        Map.of("view", new TokenViews.MadeView(row(made.token()), made.secret())));
  }

  private static List<Scope> chosen(Exchange exchange) {
    var chosen = new ArrayList<Scope>();
    Arrays.stream(Scope.values())
        .filter(scope -> exchange.form("scope_" + scope.text()).isPresent())
        .forEach(chosen::add);
    return chosen;
  }

  private TokenViews.Form form(Exchange exchange, Caller caller, List<Scope> chosen) {
    String name = exchange.form("name").orElse("").strip();
    String nameFault = "";
    try {
      Tokens.requireName(name);
    } catch (AssayException e) {
      nameFault = Objects.requireNonNullElse(e.getMessage(), "");
    }
    String scopesFault = "";
    if (chosen.isEmpty()) {
      scopesFault = text("account.token.scopes.missing");
    } else if (!caller.scopes().containsAll(chosen)) {
      scopesFault = text("account.token.scopes.beyond");
    }
    return new TokenViews.Form(
        name, boxes(caller, chosen), days(exchange), nameFault, scopesFault, "");
  }

  private static int days(Exchange exchange) {
    try {
      return Integer.parseInt(exchange.form("days").orElse(""));
    } catch (NumberFormatException e) {
      return USUAL_DAYS;
    }
  }

  private void confirm(Exchange exchange, Caller caller) {
    TokenView token = tokens.load(AccountPage.account(caller), exchange.pathParameter("token"));
    pages.answer(
        exchange,
        caller,
        headBelowList(text("account.token.revoke.title")),
        "page/account/token-revoke.jte",
        Map.of("view", row(token)));
  }

  private void revoke(Exchange exchange, Caller caller) {
    String id = exchange.pathParameter("token");
    tokens.load(AccountPage.account(caller), id);
    tokens.revoke(caller, id);
    Flash.TOKEN_REVOKED.set(exchange);
    Pages.seeOther(exchange, LIST);
  }
}
