package dev.assay.platform.page.account;

import dev.assay.platform.http.Exchange;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What the page after a form says has been done, once. It goes in a cookie that only names one of
/// these, so an address that is kept or sent on says nothing, and nobody can write the words.
enum Flash {
  LOGGED_OUT,
  LINK_USED,
  PASSWORD_SET,
  TOKEN_REVOKED,
  HOOK_CHANGED,
  HOOK_PAUSED,
  HOOK_RESUMED,
  HOOK_DELETED,
  HOOK_PINGED,
  DELIVERY_AGAIN;

  private static final String COOKIE = "assay_said";

  /// Key of its words.
  String key() {
    return "account.said." + text();
  }

  private String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /// Has the next page say it.
  void set(Exchange exchange) {
    write(exchange, text(), 60);
  }

  /// Takes what is to be said, so that it is said once.
  ///
  /// @return key of its words; empty for nothing
  static String take(Exchange exchange) {
    Optional<String> said = Optional.ofNullable(exchange.context().cookie(COOKIE));
    said.ifPresent(text -> write(exchange, "", 0));
    return said.flatMap(Flash::find).map(Flash::key).orElse("");
  }

  private static Optional<Flash> find(String text) {
    return Arrays.stream(values()).filter(flash -> flash.text().equals(text)).findFirst();
  }

  private static void write(Exchange exchange, String value, long seconds) {
    exchange
        .context()
        .res()
        .addHeader(
            "Set-Cookie",
            "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax".formatted(COOKIE, value, seconds));
  }
}
