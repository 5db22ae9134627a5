package dev.assay.platform.account;

import dev.assay.platform.http.Exchange;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// The cookie that holds a session: for this host alone, never shown to scripts, not sent along
/// with requests that other sites make others send. Over https its name has the prefix `__Host-`,
/// which browsers take from this very host alone (RFC 6265bis, section 4.1.3.2).
final class SessionCookie {
  private static final Duration LIFE = Duration.ofDays(7);

  private final Supplier<String> publicUrl;

  /// @param publicUrl of the platform, as people reach it
  SessionCookie(Supplier<String> publicUrl) {
    this.publicUrl = publicUrl;
  }

  Optional<String> find(Exchange exchange) {
    return Optional.ofNullable(exchange.context().cookie(name()));
  }

  void set(Exchange exchange, String session) {
    write(exchange, session, LIFE.toSeconds());
  }

  void clear(Exchange exchange) {
    write(exchange, "", 0);
  }

  private void write(Exchange exchange, String value, long seconds) {
    exchange
        .context()
        .res()
        .addHeader(
            "Set-Cookie",
            "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s"
                .formatted(name(), value, seconds, isSecure() ? "; Secure" : ""));
  }

  private String name() {
    return isSecure() ? "__Host-assay" : "assay_session";
  }

  private boolean isSecure() {
    return publicUrl.get().startsWith("https://");
  }
}
