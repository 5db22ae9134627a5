package dev.assay.platform.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Exchange;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs people in and out. Thread-safe.
public final class Logins {
  private static final Logger LOG = LoggerFactory.getLogger(Logins.class);

  /// Characters of a password.
  public static final int LEAST_PASSWORD = Passwords.LEAST_CHARACTERS;

  private final Jdbi jdbi;
  private final Secrets secrets;
  private final Passwords passwords;
  private final SessionCookie cookie;
  private final Tokens tokens;
  private final Audit audit;
  private final AccountRepository accounts = new AccountRepository();
  private final LoginRepository repository = new LoginRepository();

  /// @param publicUrl of the platform, as people reach it, without a slash at the end
  public Logins(Jdbi jdbi, SecureRandom random, Supplier<String> publicUrl, Tokens tokens) {
    this.jdbi = jdbi;
    this.secrets = new Secrets(random);
    this.passwords = new Passwords(random);
    this.cookie = new SessionCookie(publicUrl);
    this.tokens = tokens;
    this.audit = new Audit(jdbi);
  }

  /// A name and its password.
  ///
  /// @param tokenName asks for an API token of this name; without, a session's cookie is given
  public record PasswordLogin(String name, String password, @Nullable String tokenName) {
    @Override
    public String toString() {
      return "PasswordLogin[%s]".formatted(name);
    }
  }

  /// A login link.
  ///
  /// @param link the whole address, or what stands after its last slash
  /// @param tokenName asks for an API token of this name; without, a session's cookie is given
  public record LinkLogin(String link, @Nullable String tokenName) {
    @Override
    public String toString() {
      return "LinkLogin";
    }

    String token() {
      return link.substring(link.lastIndexOf('/') + 1);
    }
  }

  /// Who has logged in.
  ///
  /// @param csrfToken of the session; absent when a token was asked for
  /// @param token absent when a session was asked for
  public record LoggedIn(
      AccountView account, @Nullable String csrfToken, Tokens.@Nullable TokenCreated token) {}

  /// Says nothing about names: a wrong password, an unknown name and a disabled account are one.
  LoggedIn byPassword(Exchange exchange, PasswordLogin login) {
    try {
      return byPasswordOrReason(exchange, login);
    } catch (AssayException e) {
      throw e.code() == ErrorCode.NOT_ALLOWED ? wrong() : e;
    }
  }

  /// Tells one who knows the password that the account is disabled, and nobody else.
  ///
  /// @throws AssayException `NOT_AUTHENTICATED` when there is no account with this name and
  ///   password; `NOT_ALLOWED` when it is disabled
  public LoggedIn byPasswordOrReason(Exchange exchange, PasswordLogin login) {
    Optional<StoredAccount> found =
        jdbi.withHandle(handle -> accounts.findByName(handle, login.name()));
    String hash = found.map(StoredAccount::passwordHash).orElse(null);
    if (!passwords.matches(login.password(), hash)) {
      LOG.warn("A login by password from {} failed", exchange.remote());
      throw wrong();
    }
    return jdbi.inTransaction(handle -> {
      StoredAccount account = accounts.load(handle, found.orElseThrow().key());
      if (account.disabledAt() != null) {
        LOG.warn("A login by password to a disabled account from {}", exchange.remote());
        throw new AssayException(
            ErrorCode.NOT_ALLOWED, "The account is disabled; ask an operator to enable it.");
      }
      return begin(handle, exchange, account, login.tokenName(), false);
    });
  }

  private static AssayException wrong() {
    return refused("There is no account with this name and password.");
  }

  /// Whether a login link can still be used; asking uses nothing up.
  public boolean isGoodLink(LinkLogin login) {
    return jdbi.withHandle(handle -> repository.isGoodLink(handle, Secrets.hash(login.token())));
  }

  /// @throws AssayException `NOT_AUTHENTICATED` when it is none of ours, was used, is too old, or
  ///   its account is disabled
  public LoggedIn byLink(Exchange exchange, LinkLogin login) {
    return jdbi.inTransaction(handle -> {
      long key =
          repository
              .useLink(handle, Secrets.hash(login.token()))
              .orElseThrow(() ->
                  refused(
                      "The login link is none of ours, was used or has expired; ask an operator for another."));
      return begin(handle, exchange, accounts.load(handle, key), login.tokenName(), true);
    });
  }

  private LoggedIn begin(
      Handle handle,
      Exchange exchange,
      StoredAccount stored,
      @Nullable String tokenName,
      boolean isByLink) {
    if (stored.disabledAt() != null) {
      throw refused("The account is disabled.");
    }
    Account account = stored.account();
    var caller = new Caller(account, Scope.of(account.role()), exchange.remote(), null);
    audit.record(handle, caller, "login", account.id(), isByLink ? "by a link" : "by the password");
    if (tokenName != null) {
      Tokens.requireName(tokenName);
      return new LoggedIn(
          stored.view(), null, tokens.createAtLogin(handle, caller, account, tokenName));
    }
    return new LoggedIn(stored.view(), newSession(handle, exchange, account, isByLink), null);
  }

  /// Always a new one: what cookie the browser had before is worth nothing after.
  private String newSession(Handle handle, Exchange exchange, Account account, boolean isByLink) {
    endSession(handle, exchange);
    String session = secrets.next("");
    String csrfToken = secrets.next("");
    repository.insertSession(handle, Secrets.hash(session), account.key(), csrfToken, isByLink);
    cookie.set(exchange, session);
    return csrfToken;
  }

  private void endSession(Handle handle, Exchange exchange) {
    cookie
        .find(exchange)
        .ifPresent(session -> repository.endSession(handle, Secrets.hash(session)));
  }

  /// Ends the session, or revokes the token, that asks.
  public void end(Exchange exchange, Caller caller) {
    jdbi.useTransaction(handle -> {
      String bearer = exchange.bearer();
      if (bearer == null) {
        endSession(handle, exchange);
        cookie.clear(exchange);
      } else {
        tokens.revoke(handle, bearer);
      }
      audit.record(handle, caller, "logout", "", bearer == null ? "session" : "token");
    });
  }

  /// What the new password is to be.
  ///
  /// @param current absent when there is none yet, or within an hour after a login by link
  public record PasswordChange(@Nullable String current, String password) {
    @Override
    public String toString() {
      return "PasswordChange";
    }
  }

  /// How a session stands to its account's password.
  ///
  /// @param isSet whether there is one
  /// @param isAsked whether a change takes the current one
  public record PasswordState(boolean isSet, boolean isAsked) {}

  /// For the session that asks; one who shows a token is asked for the current one.
  public PasswordState passwordState(Exchange exchange, Caller caller, Account account) {
    boolean isFresh =
        findSession(exchange, caller).map(LoginRepository.Session::isFreshLink).orElse(false);
    boolean isSet =
        jdbi.withHandle(handle -> accounts.load(handle, account.key())).passwordHash() != null;
    return new PasswordState(isSet, isSet && !isFresh);
  }

  private Optional<LoginRepository.Session> findSession(Exchange exchange, Caller caller) {
    return cookie
        .find(exchange)
        .filter(secret -> caller.csrfToken() != null)
        .flatMap(secret ->
            jdbi.withHandle(handle -> repository.findSession(handle, Secrets.hash(secret))));
  }

  /// Sets the password, ends all other sessions, and replaces this one. Tokens stay.
  ///
  /// @return the CSRF token of the session that replaces this one
  /// @throws AssayException `NOT_ALLOWED` without a session or with another current password;
  ///   `REQUEST_INVALID` when the new one is too short or too long
  public String changePassword(
      Exchange exchange, Caller caller, Account account, PasswordChange change) {
    LoginRepository.Session session =
        findSession(exchange, caller)
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.NOT_ALLOWED,
                    "A password is changed in a session, not with a token: log in with the password or a link."));
    StoredAccount stored = jdbi.withHandle(handle -> accounts.load(handle, account.key()));
    if (stored.passwordHash() != null && !session.isFreshLink()) {
      requireCurrent(change, stored.passwordHash());
    }
    String hash = passwords.hash(change.password());
    return jdbi.inTransaction(handle -> {
      accounts.setPassword(handle, account.key(), hash);
      repository.endSessions(handle, account.key());
      audit.record(handle, caller, "account.password", account.id(), "");
      return newSession(handle, exchange, account, false);
    });
  }

  private void requireCurrent(PasswordChange change, String hash) {
    String current = change.current() == null ? "" : change.current();
    if (!passwords.matches(current, hash)) {
      throw new AssayException(ErrorCode.NOT_ALLOWED, "The current password is another.");
    }
  }

  private static AssayException refused(String message) {
    return new AssayException(ErrorCode.NOT_AUTHENTICATED, message);
  }
}
