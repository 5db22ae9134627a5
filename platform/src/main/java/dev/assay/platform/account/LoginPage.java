package dev.assay.platform.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/// The page that a login link opens. Opening it uses nothing up, so neither do the programs of mail
/// services and chats that look at every address; its button does.
final class LoginPage {
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

  private static final String BUTTON =
      """
      <h1>Log in to Assay</h1>
      <p>This link is good for one login.</p>
      <form method="post"><button type="submit">Log in</button></form>\
      """;

  private final Logins logins;
  private final Supplier<String> publicUrl;

  LoginPage(Logins logins, Supplier<String> publicUrl) {
    this.logins = logins;
    this.publicUrl = publicUrl;
  }

  void show(Exchange exchange) {
    answer(exchange, BUTTON);
  }

  void use(Exchange exchange) {
    requireOwnPage(exchange);
    var login = new Logins.LinkLogin(exchange.pathParameter("token"), null);
    Logins.LoggedIn who = logins.byLink(exchange, login);
    answer(
        exchange,
        """
        <h1>You are logged in as %s</h1>
        <p>You may close this page.</p>\
        """
            .formatted(escaped(who.account().name())));
  }

  /// Another site could log somebody in as somebody else (Fetch Metadata; RFC 6454, section 7).
  private void requireOwnPage(Exchange exchange) {
    Optional<String> site = exchange.header("Sec-Fetch-Site");
    boolean isOther =
        site.isPresent()
            ? !site.get().equals("same-origin") && !site.get().equals("none")
            : exchange.header("Origin").filter(origin -> !isOwn(origin)).isPresent();
    if (isOther) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED, "A login link is used on its own page; open the link itself.");
    }
  }

  /// Browsers say `null` for a page that tells its address to nobody, as ours.
  private boolean isOwn(String origin) {
    return origin.equals("null") || origin.equalsIgnoreCase(publicUrl.get());
  }

  private static void answer(Exchange exchange, String content) {
    exchange.context().header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    exchange.bytes(200, "text/html; charset=utf-8", page(content).getBytes(StandardCharsets.UTF_8));
  }

  private static String page(String content) {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Log in to Assay</title>
    </head>
    <body>
    <main>
    %s
    </main>
    </body>
    </html>
    """
        .formatted(content);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
