package dev.assay.platform.account;

import dev.assay.platform.access.Scope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An API token, without its secret.
///
/// @param revokedAt absent unless it was taken back
/// @param lastUsedAt to the minute; absent before its first use
public record TokenView(
    String id,
    String name,
    List<Scope> scopes,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt) {
  public TokenView {
    scopes = List.copyOf(scopes);
  }
}
