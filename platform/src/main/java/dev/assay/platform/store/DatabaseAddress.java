package dev.assay.platform.store;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/// How a PostgreSQL is reached.
///
/// @param url as in `jdbc:postgresql://127.0.0.1:5432/assay`
public record DatabaseAddress(String url, String user, String password) {
  private static final int USUAL_PORT = 5432;

  /// Reads `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require`, as PostgreSQL's own
  /// programs do (its manual, section 34.1.1.2). User and password may be escaped by percent signs;
  /// what follows `?` goes to the driver.
  ///
  /// @throws AssayException `USAGE`; the message never holds the password
  public static DatabaseAddress parse(String text) {
    URI uri = uri(text);
    String scheme = String.valueOf(uri.getScheme());
    String path = String.valueOf(uri.getRawPath());
    if (!(scheme.equals("postgresql") || scheme.equals("postgres"))
        || uri.getHost() == null
        || path.length() < 2
        || path.indexOf('/', 1) >= 0) {
      throw malformed();
    }
    String[] who = String.valueOf(uri.getRawUserInfo()).split(":", 2);
    if (uri.getRawUserInfo() == null || who[0].isEmpty()) {
      throw malformed();
    }
    int port = uri.getPort() < 0 ? USUAL_PORT : uri.getPort();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return new DatabaseAddress(
        "jdbc:postgresql://%s:%d%s%s".formatted(uri.getHost(), port, path, query),
        decoded(who[0]),
        who.length > 1 ? decoded(who[1]) : "");
  }

  private static URI uri(String text) {
    try {
      return URI.create(text.strip());
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message holds the password.
      throw malformed();
    }
  }

  private static String decoded(String text) {
    // A plus is a plus here, unlike in forms.
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static AssayException malformed() {
    return new AssayException(
        ErrorCode.USAGE,
        "The address of the database is not of the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE (other signs than letters and digits in user and password as %40 and the like).");
  }

  @Override
  public String toString() {
    return "%s as %s".formatted(url.replaceFirst("\\?.*", ""), user);
  }
}
