package dev.assay.platform.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;

/// Tells who calls by tokens, sessions and runners' keys in the database. It asks at each request,
/// so what is revoked or disabled stops at once.
public final class DatabaseAuthenticator implements Authenticator {
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

  private final Jdbi jdbi;
  private final Secrets secrets;
  private final SessionCookie cookie;
  private final TokenRepository tokens = new TokenRepository();
  private final LoginRepository logins = new LoginRepository();
  private final RunnerKeyRepository runners = new RunnerKeyRepository();

  /// @param publicUrl of the platform, as people reach it
  public DatabaseAuthenticator(Jdbi jdbi, SecureRandom random, Supplier<String> publicUrl) {
    this.jdbi = jdbi;
    this.secrets = new Secrets(random);
    this.cookie = new SessionCookie(publicUrl);
  }

  @Override
  public Caller authenticate(Exchange exchange) {
    if (exchange.header("Authorization").isPresent()) {
      return byToken(exchange);
    }
    return cookie
        .find(exchange)
        .map(session -> bySession(exchange, session))
        .orElseGet(() -> Caller.anonymous(exchange.remote()));
  }

  private Caller byToken(Exchange exchange) {
    byte[] hash = Secrets.hash(requireBearer(exchange));
    return jdbi.withHandle(handle -> {
      TokenRepository.Use use =
          tokens
              .findUse(handle, hash)
              .orElseThrow(() ->
                  refused("The token is none of ours, was revoked or has expired; make another."));
      if (use.isStale()) {
        tokens.touch(handle, use.tokenKey());
      }
      Set<Scope> scopes = EnumSet.copyOf(use.scopes());
      scopes.retainAll(Scope.of(use.account().role()));
      return new Caller(use.account(), scopes, exchange.remote(), null);
    });
  }

  private static String requireBearer(Exchange exchange) {
    String bearer = exchange.bearer();
    if (bearer == null) {
      throw refused("The header Authorization is read as 'Bearer TOKEN' only.");
    }
    return bearer;
  }

  private Caller bySession(Exchange exchange, String secret) {
    byte[] hash = Secrets.hash(secret);
    LoginRepository.Session session =
        jdbi.withHandle(handle -> logins.findSession(handle, hash))
            .orElseThrow(() -> {
              cookie.clear(exchange);
              return refused("The session has ended; log in again.");
            });
    requireCsrfToken(exchange, session.csrfToken());
    if (session.isDue()) {
      replace(exchange, hash);
    }
    return new Caller(
        session.account(),
        Scope.of(session.account().role()),
        exchange.remote(),
        session.csrfToken());
  }

  private void replace(Exchange exchange, byte[] old) {
    String next = secrets.next("");
    if (jdbi.withHandle(handle -> logins.replaceSession(handle, old, Secrets.hash(next)))) {
      cookie.set(exchange, next);
    }
  }

  private static void requireCsrfToken(Exchange exchange, String expected) {
    if (SAFE_METHODS.contains(exchange.method())) {
      return;
    }
    String shown = exchange.header("X-CSRF-Token").or(() -> exchange.form("csrf_token")).orElse("");
    if (!MessageDigest.isEqual(
        shown.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8))) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "A change under a session's cookie needs its CSRF token, in the header X-CSRF-Token or the form's field csrf_token; GET /api/v1/account tells it.");
    }
  }

  @Override
  public RunnerIdentity authenticateRunner(Exchange exchange) {
    byte[] hash = Secrets.hash(requireBearer(exchange));
    return jdbi.withHandle(handle -> runners.find(handle, hash))
        .orElseThrow(() ->
            refused(
                "No runner has this key, or it was retired; register with a new code of the operator's."));
  }

  private static AssayException refused(String message) {
    return new AssayException(ErrorCode.NOT_AUTHENTICATED, message);
  }
}
