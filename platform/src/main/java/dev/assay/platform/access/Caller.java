package dev.assay.platform.access;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who makes a request.
///
/// @param account absent for a reader who has not logged in
/// @param scopes what this request may do; empty without an account
/// @param remote address that the request came from
/// @param csrfToken what a form has to bring; absent unless a session's cookie was shown
public record Caller(
    @Nullable Account account, Set<Scope> scopes, String remote, @Nullable String csrfToken) {
  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /// A reader who has not logged in.
  public static Caller anonymous(String remote) {
    return new Caller(null, Set.of(), remote, null);
  }

  /// Key of the account; 0, which none has, without one. For queries that show public rows and
  /// one's own.
  public long accountKey() {
    return account == null ? 0 : account.key();
  }

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }

  /// Whether private things of others are shown too.
  public boolean seesAll() {
    return may(Scope.OPERATE);
  }
}
