package dev.assay.platform.page.account;

import dev.assay.platform.http.Exchange;
import java.util.Optional;
import java.util.function.Supplier;

/// Tells forms of our own pages from those of other sites, which could log somebody in as somebody
/// else (Fetch Metadata; RFC 6454, section 7). For forms of which no session knows yet; all others
/// bring their session's CSRF token.
final class OwnPages {
  private final Supplier<String> publicUrl;

  /// @param publicUrl of the platform, as people reach it
  OwnPages(Supplier<String> publicUrl) {
    this.publicUrl = publicUrl;
  }

  boolean sent(Exchange exchange) {
    Optional<String> site = exchange.header("Sec-Fetch-Site");
    return site.isPresent()
        ? site.get().equals("same-origin") || site.get().equals("none")
        : exchange.header("Origin").filter(origin -> !isOwn(origin)).isEmpty();
  }

  /// Browsers say `null` for a page that tells its address to nobody, as ours.
  private boolean isOwn(String origin) {
    return origin.equals("null") || origin.equalsIgnoreCase(publicUrl.get());
  }
}
