package dev.assay.platform.account;

import dev.assay.platform.access.Account;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/// API tokens. Each method is one statement.
final class TokenRepository {
  private static final String INSERT =
      """
      insert into api_token (id, account_key, name, hash, scopes, expires_at)
      values (:id, :account, :name, :hash, :scopes,
        least(now() + make_interval(secs => :seconds), :atMost))
      returning key, id, account_key, name, scopes, created_at, expires_at, revoked_at, last_used_at
      """;

  private static final String USE =
      """
      select t.key as token_key, t.scopes, t.expires_at,
        t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as is_stale,
        a.key, a.id, a.name, a.role
      from api_token t join account a on a.key = t.account_key
      where t.hash = :hash and t.revoked_at is null and t.expires_at > now()
        and a.disabled_at is null
      """;

  private static final String TOUCH =
      """
      update api_token set last_used_at = now()
      where key = :key and (last_used_at is null or last_used_at < now() - interval '1 minute')
      """;

  private static final String LIST =
      """
      select key, id, account_key, name, scopes, created_at, expires_at, revoked_at, last_used_at
      from api_token where account_key = :account and key < :below order by key desc limit :limit
      """;

  private static final String FIND =
      """
      select key, id, account_key, name, scopes, created_at, expires_at, revoked_at, last_used_at
      from api_token where id = :id and (account_key = :account or :all)
      """;

  private static final String REVOKE =
      "update api_token set revoked_at = now() where key = :key and revoked_at is null";

  private static final String REVOKE_BY_HASH =
      "update api_token set revoked_at = now() where hash = :hash and revoked_at is null";

  private static final String COUNT =
      """
      select count(*) from api_token
      where account_key = :account and revoked_at is null and expires_at > now()
      """;

  /// A token that is good.
  ///
  /// @param scopes that it was made with, which its account's role may no longer have
  /// @param isStale whether its last use is to be noted
  record Use(
      long tokenKey, Account account, Set<Scope> scopes, Instant expiresAt, boolean isStale) {}

  /// A row of `api_token`, without its hash.
  record StoredToken(long key, long accountKey, Set<Scope> scopes, TokenView view) {}

  /// @param atMost the end of its life, whatever `life` says; absent for no such bound
  StoredToken insert(
      Handle handle,
      String id,
      long account,
      String name,
      byte[] hash,
      Collection<Scope> scopes,
      Duration life,
      @Nullable Instant atMost) {
    return handle
        .createQuery(INSERT)
        .bind("id", id)
        .bind("account", account)
        .bind("name", name)
        .bind("hash", hash)
        .bindArray("scopes", String.class, scopes.stream().sorted().map(Scope::text).toList())
        .bind("seconds", life.toSeconds())
        .bind("atMost", atMost)
        .map(TokenRepository::stored)
        .one();
  }

  Optional<Use> findUse(Handle handle, byte[] hash) {
    return handle.createQuery(USE).bind("hash", hash).map(TokenRepository::use).findOne();
  }

  void touch(Handle handle, long key) {
    handle.createUpdate(TOUCH).bind("key", key).execute();
  }

  List<StoredToken> list(Handle handle, long account, long below, int limit) {
    return handle
        .createQuery(LIST)
        .bind("account", account)
        .bind("below", below)
        .bind("limit", limit)
        .map(TokenRepository::stored)
        .list();
  }

  /// One's own, or anybody's.
  Optional<StoredToken> find(Handle handle, String id, long account, boolean all) {
    return handle
        .createQuery(FIND)
        .bind("id", id)
        .bind("account", account)
        .bind("all", all)
        .map(TokenRepository::stored)
        .findOne();
  }

  void revoke(Handle handle, long key) {
    handle.createUpdate(REVOKE).bind("key", key).execute();
  }

  void revoke(Handle handle, byte[] hash) {
    handle.createUpdate(REVOKE_BY_HASH).bind("hash", hash).execute();
  }

  /// How many of an account's tokens are good.
  long count(Handle handle, long account) {
    return handle.createQuery(COUNT).bind("account", account).mapTo(long.class).one();
  }

  private static Use use(RowView row) {
    var account =
        new Account(
            row.getColumn("key", Long.class),
            row.getColumn("id", String.class),
            row.getColumn("name", String.class),
            Role.valueOf(row.getColumn("role", String.class).toUpperCase(Locale.ROOT)));
    return new Use(
        row.getColumn("token_key", Long.class),
        account,
        scopes(row),
        row.getColumn("expires_at", Instant.class),
        row.getColumn("is_stale", Boolean.class));
  }

  private static StoredToken stored(RowView row) {
    Set<Scope> scopes = scopes(row);
    var view =
        new TokenView(
            row.getColumn("id", String.class),
            row.getColumn("name", String.class),
            scopes.stream().sorted().toList(),
            row.getColumn("created_at", Instant.class),
            row.getColumn("expires_at", Instant.class),
            row.getColumn("revoked_at", Instant.class),
            row.getColumn("last_used_at", Instant.class));
    return new StoredToken(
        row.getColumn("key", Long.class), row.getColumn("account_key", Long.class), scopes, view);
  }

  private static Set<Scope> scopes(RowView row) {
    return Arrays.stream(row.getColumn("scopes", String[].class))
        .map(text -> Scope.valueOf(text.toUpperCase(Locale.ROOT)))
        .collect(Collectors.toUnmodifiableSet());
  }
}
