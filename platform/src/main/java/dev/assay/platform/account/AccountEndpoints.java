package dev.assay.platform.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.RateLimits;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Answers for accounts, logins, tokens and the audit log.
public final class AccountEndpoints implements Endpoints {
  /// Nothing here is longer.
  private static final long MOST_BYTES = 8 << 10;

  private final Accounts accounts;
  private final Tokens tokens;
  private final Logins logins;
  private final Audit audit;

  /// @param publicUrl of the platform, as people reach it, without a slash at the end
  public AccountEndpoints(Jdbi jdbi, SecureRandom random, Supplier<String> publicUrl) {
    this(
        new Accounts(jdbi, random, publicUrl),
        new Tokens(jdbi, random),
        new Logins(jdbi, random, publicUrl, new Tokens(jdbi, random)),
        new Audit(jdbi));
  }

  public AccountEndpoints(Accounts accounts, Tokens tokens, Logins logins, Audit audit) {
    this.accounts = accounts;
    this.tokens = tokens;
    this.logins = logins;
    this.audit = audit;
  }

  /// Who calls.
  ///
  /// @param scopes of this very session or token
  /// @param csrfToken to be sent with changes; absent with a token
  record Me(AccountView account, List<Scope> scopes, @Nullable String csrfToken) {}

  @Override
  public void register(Routes routes) {
    RateLimits limits = routes.limits();
    routes.bare(HandlerType.POST, "/api/v1/login", exchange -> login(exchange, limits));
    routes.bare(HandlerType.POST, "/api/v1/login-link", exchange -> loginByLink(exchange, limits));
    routes.open(HandlerType.POST, "/api/v1/logout", this::logout);
    routes.open(HandlerType.GET, "/api/v1/account", this::me);
    routes.open(
        HandlerType.PUT,
        "/api/v1/account/password",
        (exchange, caller) -> changePassword(exchange, caller, limits));
    routes.open(HandlerType.GET, "/api/v1/tokens", this::listTokens);
    routes.open(HandlerType.POST, "/api/v1/tokens", this::createToken);
    routes.open(HandlerType.DELETE, "/api/v1/tokens/{token}", this::revokeToken);
    registerOperators(routes);
  }

  private void registerOperators(Routes routes) {
    String all = "/api/v1/accounts";
    String one = "/api/v1/accounts/{account}";
    routes.scoped(HandlerType.GET, all, Scope.OPERATE, this::listAccounts);
    routes.scoped(HandlerType.POST, all, Scope.OPERATE, this::createAccount);
    routes.scoped(HandlerType.PATCH, one, Scope.OPERATE, this::changeAccount);
    routes.scoped(HandlerType.POST, one + "/login-link", Scope.OPERATE, this::createLink);
    routes.scoped(HandlerType.GET, "/api/v1/audit", Scope.OPERATE, this::listAudit);
  }

  private void login(Exchange exchange, RateLimits limits) {
    var login = exchange.body(Logins.PasswordLogin.class, MOST_BYTES);
    limits.countLogin(exchange, login.name());
    exchange.json(logins.byPassword(exchange, login));
  }

  private void loginByLink(Exchange exchange, RateLimits limits) {
    limits.countLogin(exchange);
    exchange.json(logins.byLink(exchange, exchange.body(Logins.LinkLogin.class, MOST_BYTES)));
  }

  private void logout(Exchange exchange, Caller caller) {
    requireAccount(caller);
    logins.end(exchange, caller);
    exchange.noContent();
  }

  private void me(Exchange exchange, Caller caller) {
    Account account = requireAccount(caller);
    exchange.json(
        new Me(
            accounts.view(account.key()),
            caller.scopes().stream().sorted().toList(),
            caller.csrfToken()));
  }

  private void changePassword(Exchange exchange, Caller caller, RateLimits limits) {
    Account account = requireAccount(caller);
    limits.countLogin(exchange, account.name());
    var change = exchange.body(Logins.PasswordChange.class, MOST_BYTES);
    String csrfToken = logins.changePassword(exchange, caller, account, change);
    exchange.json(
        new Me(
            accounts.view(account.key()), caller.scopes().stream().sorted().toList(), csrfToken));
  }

  private void listTokens(Exchange exchange, Caller caller) {
    exchange.json(tokens.page(requireAccount(caller), exchange.cursor(), exchange.limit()));
  }

  private void createToken(Exchange exchange, Caller caller) {
    Account account = requireAccount(caller);
    var asked = exchange.body(Tokens.NewToken.class, MOST_BYTES);
    exchange.json(201, tokens.create(caller, account, asked, exchange.bearer()));
  }

  private void revokeToken(Exchange exchange, Caller caller) {
    requireAccount(caller);
    tokens.revoke(caller, exchange.pathParameter("token"));
    exchange.noContent();
  }

  private void listAccounts(Exchange exchange, Caller caller) {
    exchange.json(accounts.page(exchange.cursor(), exchange.limit()));
  }

  private void createAccount(Exchange exchange, Caller caller) {
    var asked = exchange.body(Accounts.NewAccount.class, MOST_BYTES);
    exchange.json(201, accounts.create(caller, asked));
  }

  private void changeAccount(Exchange exchange, Caller caller) {
    var change = exchange.body(Accounts.AccountChange.class, MOST_BYTES);
    exchange.json(accounts.change(caller, exchange.pathParameter("account"), change));
  }

  private void createLink(Exchange exchange, Caller caller) {
    exchange.json(201, accounts.newLink(caller, exchange.pathParameter("account")));
  }

  private void listAudit(Exchange exchange, Caller caller) {
    exchange.json(audit.page(exchange.cursor(), exchange.limit()));
  }

  private static Account requireAccount(Caller caller) {
    if (caller.account() == null) {
      throw new AssayException(
          ErrorCode.NOT_AUTHENTICATED,
          "This needs a login: send a token as 'Authorization: Bearer …', or a session's cookie.");
    }
    return caller.account();
  }
}
