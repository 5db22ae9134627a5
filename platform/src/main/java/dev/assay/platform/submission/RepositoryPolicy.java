package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.regex.Pattern;

/// Holds URLs of repositories to what the operator allows: schemes, hosts, and addresses outside of
/// this machine and its networks, looked up anew each time. Thread-safe.
///
/// What a server answers later is not seen from here: whoever fetches has to hold each redirection
/// to [#requireHost] as well.
public final class RepositoryPolicy {
  private static final int MOST_URL = 1000;

  /// Over SSH the account that everybody shares is a part of the address, and no secret.
  private static final Pattern SHARED_ACCOUNT = Pattern.compile("(?i:ssh)://git@[^@]*");

  private final HostPolicy hosts;

  public RepositoryPolicy(SourcePolicy policy, HostAddresses addresses) {
    this.hosts =
        new HostPolicy(
            policy,
            addresses,
            new HostPolicy.Words(
                "The repository is not fetched: %s. Upload the commit instead (`assay submit` does), or ask the operator.",
                "The host %s has no address; correct the repository's URL."));
  }

  /// The URL, when it may be fetched from.
  ///
  /// @throws AssayException `NOT_ALLOWED` when the policy says no; `REQUEST_INVALID` when it is no
  ///   URL; `SOURCE_NOT_FOUND` when its host has no address
  public String require(String text) {
    PlainText.requireLine("the repository's URL", text, MOST_URL);
    if (text.contains("@") && !SHARED_ACCOUNT.matcher(text).matches()) {
      // The URL itself is not said again: a password may be in it.
      throw invalid(
          "The repository's URL names a user. The platform would record it and hand it to runners; write the URL without (over SSH as in ssh://git@example.org/me/repository.git), or upload the commit (`assay submit` does)");
    }
    URI url = parse(text);
    requireParts(url, text);
    requireHost(url.getScheme(), url.getHost());
    return text;
  }

  private static URI parse(String text) {
    try {
      return new URI(text).parseServerAuthority();
    } catch (URISyntaxException e) {
      throw invalid(
          "'%s' is no URL of a repository; write one as in https://example.org/me/repository.git"
              .formatted(SafeText.shown(text)));
    }
  }

  private static void requireParts(URI url, String text) {
    String path = url.getPath();
    boolean isWhole =
        url.getScheme() != null && url.getHost() != null && path != null && path.length() > 1;
    if (!isWhole || url.getRawQuery() != null || url.getRawFragment() != null) {
      throw invalid(
          "'%s' is no URL of a repository; one has a scheme, a host and a path, and neither query nor fragment"
              .formatted(SafeText.shown(text)));
    }
    if (Arrays.asList(path.split("/", -1)).contains("..")
        || url.getPort() == 0
        || url.getPort() > 65_535) {
      throw invalid("'%s' is not well formed".formatted(SafeText.shown(text)));
    }
  }

  private static AssayException invalid(String reason) {
    return new AssayException(ErrorCode.REQUEST_INVALID, reason + ".");
  }

  /// Refuses a scheme or host that the policy does not allow, and a host that stands for an address
  /// of this machine or its networks.
  ///
  /// @throws AssayException as `require`
  public void requireHost(String scheme, String host) {
    var _ = hosts.require(scheme, host);
  }
}
