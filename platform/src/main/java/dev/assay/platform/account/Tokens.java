package dev.assay.platform.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.store.PublicId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Makes, lists and revokes API tokens. Thread-safe.
public final class Tokens {
  private static final int MOST_NAME_CHARACTERS = 100;
  private static final int USUAL_DAYS = 90;
  private static final int MOST_DAYS = 365;
  private static final int MOST_TOKENS = 100;

  private final Jdbi jdbi;
  private final Secrets secrets;
  private final PublicId ids;
  private final Audit audit;
  private final TokenRepository repository = new TokenRepository();

  public Tokens(Jdbi jdbi, SecureRandom random) {
    this.jdbi = jdbi;
    this.secrets = new Secrets(random);
    this.ids = new PublicId(random);
    this.audit = new Audit(jdbi);
  }

  /// What is asked for.
  ///
  /// @param scopes none that the one who asks does not have
  /// @param validDays 1 to 365; 90 without
  public record NewToken(String name, List<Scope> scopes, @Nullable Integer validDays) {
    public NewToken {
      requireName(name);
      scopes = List.copyOf(scopes);
      if (scopes.isEmpty()) {
        throw new AssayException(ErrorCode.REQUEST_INVALID, "A token has at least one scope.");
      }
      if (validDays != null && (validDays < 1 || validDays > MOST_DAYS)) {
        throw new AssayException(
            ErrorCode.REQUEST_INVALID,
            "A token is good for 1 to %d days, not %d.".formatted(MOST_DAYS, validDays));
      }
    }

    private Duration life() {
      return Duration.ofDays(Objects.requireNonNullElse(validDays, USUAL_DAYS));
    }
  }

  /// A token that is new.
  ///
  /// @param secret to be sent as `Authorization: Bearer`; shown this once
  public record TokenCreated(TokenView token, String secret) {}

  /// @throws AssayException `REQUEST_INVALID` when it cannot be a token's name
  public static void requireName(String name) {
    PlainText.requireLine("the token's name", name, MOST_NAME_CHARACTERS);
  }

  /// Makes a token.
  ///
  /// @param bearer the token that asks; the new one ends no later. Absent for a session
  /// @throws AssayException `NOT_ALLOWED` for a scope that the caller has not; `CONFLICT` when
  ///   there are too many
  public TokenCreated create(
      Caller caller, Account account, NewToken asked, @Nullable String bearer) {
    if (!caller.scopes().containsAll(asked.scopes())) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "A token can have the scopes %s here, and no more."
              .formatted(caller.scopes().stream().sorted().map(Scope::text).toList()));
    }
    return jdbi.inTransaction(handle -> {
      Instant atMost =
          bearer == null
              ? null
              : repository
                  .findUse(handle, Secrets.hash(bearer))
                  .map(TokenRepository.Use::expiresAt)
                  .orElse(Instant.EPOCH);
      return insert(handle, caller, account, asked.name(), asked.scopes(), asked.life(), atMost);
    });
  }

  /// A token for someone who has just logged in, with all scopes of the role.
  TokenCreated createAtLogin(Handle handle, Caller caller, Account account, String name) {
    Duration life = Duration.ofDays(USUAL_DAYS);
    return insert(handle, caller, account, name, Scope.of(account.role()), life, null);
  }

  private TokenCreated insert(
      Handle handle,
      Caller caller,
      Account account,
      String name,
      Collection<Scope> scopes,
      Duration life,
      @Nullable Instant atMost) {
    if (repository.count(handle, account.key()) >= MOST_TOKENS) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "An account has %d tokens at most; revoke one that is not used.".formatted(MOST_TOKENS));
    }
    String secret = secrets.next("assay_");
    var token =
        repository.insert(
            handle,
            ids.next(),
            account.key(),
            name,
            Secrets.hash(secret),
            EnumSet.copyOf(scopes),
            life,
            atMost);
    audit.record(handle, caller, "token.create", token.view().id(), name);
    return new TokenCreated(token.view(), secret);
  }

  /// One's tokens below a key, newest first.
  public Page<TokenView> page(Account account, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> repository.list(handle, account.key(), below, limit + 1)),
        limit,
        TokenRepository.StoredToken::key,
        TokenRepository.StoredToken::view);
  }

  /// Revokes one's own token; an operator may revoke anybody's. One that can do more than the
  /// caller is left.
  ///
  /// @throws AssayException `NOT_FOUND`, also for one of others; `NOT_ALLOWED`
  public void revoke(Caller caller, String id) {
    jdbi.useTransaction(handle -> {
      var token =
          repository
              .find(handle, id, caller.accountKey(), caller.seesAll())
              .orElseThrow(() -> notFound(id));
      requireNoMoreThan(caller, token.scopes());
      repository.revoke(handle, token.key());
      audit.record(handle, caller, "token.revoke", id, token.view().name());
    });
  }

  /// One's own token.
  ///
  /// @throws AssayException `NOT_FOUND`, also for one of others
  public TokenView load(Account account, String id) {
    return jdbi.withHandle(handle -> repository.find(handle, id, account.key(), false))
        .orElseThrow(() -> notFound(id))
        .view();
  }

  private static AssayException notFound(String id) {
    return new AssayException(ErrorCode.NOT_FOUND, "There is no token '%s'.".formatted(id));
  }

  private static void requireNoMoreThan(Caller caller, Set<Scope> scopes) {
    if (caller.account() == null) {
      return;
    }
    Set<Scope> effective = EnumSet.copyOf(scopes);
    effective.retainAll(Scope.of(caller.account().role()));
    if (!caller.scopes().containsAll(effective)) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "The token has scopes that this request has not: revoke it with one that has them.");
    }
  }

  /// Revokes the very token that asks.
  void revoke(Handle handle, String secret) {
    repository.revoke(handle, Secrets.hash(secret));
  }
}
