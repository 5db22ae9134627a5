package dev.assay.platform.webhook;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.submission.HostPolicy;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Where a delivery goes, checked: the very addresses to connect to.
///
/// @param addresses at least one
record Target(URI url, List<InetAddress> addresses) {
  private static final int MOST_URL = 1000;

  Target {
    addresses = List.copyOf(addresses);
  }

  boolean isSecure() {
    return url.getScheme().equalsIgnoreCase("https");
  }

  int port() {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return isSecure() ? 443 : 80;
  }

  /// Name of the host, an IPv6 address without its brackets.
  String host() {
    String host = url.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /// Path and query, as they are sent.
  String path() {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /// Value of the header `Host`.
  String authority() {
    return url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
  }

  /// Holds URLs to the policy for repositories, but for its schemes: `https`, and `http` where the
  /// operator allows that for repositories.
  static final class Policy {
    private static final HostPolicy.Words WORDS =
        new HostPolicy.Words(
            "The webhook's URL is not called: %s. Name another, or ask the operator.",
            "The host %s has no address; correct the webhook's URL.");

    private final HostPolicy hosts;

    Policy(SourcePolicy sources, HostAddresses addresses) {
      var schemes = sources.schemes().stream().filter(Set.of("http", "https")::contains).toList();
      this.hosts = new HostPolicy(new SourcePolicy(schemes, sources.hosts()), addresses, WORDS);
    }

    /// @throws AssayException `REQUEST_INVALID` when it is no URL; `NOT_ALLOWED` when the policy
    ///   says no; `SOURCE_NOT_FOUND` when its host has no address
    Target require(String text) {
      PlainText.requireLine("the webhook's URL", text, MOST_URL);
      URI url = parse(text);
      if (url.getScheme() == null
          || url.getHost() == null
          || url.getRawFragment() != null
          || url.getPort() == 0
          || url.getPort() > 65_535) {
        throw invalid(text, "one has a scheme and a host, and no fragment");
      }
      return new Target(
          url, hosts.require(url.getScheme().toLowerCase(Locale.ROOT), url.getHost()));
    }

    private static URI parse(String text) {
      if (!text.chars().allMatch(character -> character > ' ' && character < 127)) {
        throw invalid(text, "other characters than those of ASCII are written as %XX");
      }
      try {
        URI url = new URI(text).parseServerAuthority();
        if (url.getRawUserInfo() != null) {
          // The URL itself is not said again: a password may be in it.
          throw new AssayException(
              ErrorCode.REQUEST_INVALID,
              "The webhook's URL names a user, which is not sent; put what the receiver has to know into its path or query.");
        }
        return url;
      } catch (URISyntaxException e) {
        throw invalid(text, "write one as in https://example.org/assay");
      }
    }

    private static AssayException invalid(String text, String reason) {
      return new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s' is no URL of a webhook; %s.".formatted(SafeText.shown(text), reason));
    }
  }
}
