package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Holds URLs of repositories to what the operator allows: schemes, hosts, and addresses outside of
/// this machine and its networks, looked up anew each time. Thread-safe.
///
/// What a server answers later is not seen from here: whoever fetches has to hold each redirection
/// to [#requireHost] as well.
public final class RepositoryPolicy {
  private static final int MOST_URL = 1000;
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");

  /// Over SSH the account that everybody shares is a part of the address, and no secret.
  private static final Pattern SHARED_ACCOUNT = Pattern.compile("(?i:ssh)://git@[^@]*");

  private static final Pattern QUAD = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
  private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)");

  private final SourcePolicy policy;
  private final HostAddresses addresses;

  public RepositoryPolicy(SourcePolicy policy, HostAddresses addresses) {
    this.policy = policy;
    this.addresses = addresses;
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
    if (!policy.schemes().contains(scheme.toLowerCase(Locale.ROOT))) {
      throw notAllowed(
          "nothing is fetched by '%s' here; allowed are %s"
              .formatted(SafeText.shown(scheme), String.join(", ", policy.schemes())));
    }
    String name = plain(host);
    if (!isNamed(name) && !isMatched(name)) {
      throw notAllowed("the host %s is not among those allowed".formatted(name));
    }
    List<InetAddress> found = resolve(name);
    if (!isNamed(name) && !found.stream().allMatch(PublicAddress::isPublic)) {
      throw notAllowed(
          "the host %s stands for an address of this machine or of a network that is not public"
              .formatted(name));
    }
  }

  private static String plain(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.startsWith("[") && name.endsWith("]") && name.indexOf('%') < 0) {
      return name.substring(1, name.length() - 1);
    }
    // 2130706433, 0x7f000001, 0177.0.0.1 and 127.1 are all one address, and none is a name.
    if (!NAME.matcher(name).matches()
        || (NUMBER_AT_END.matcher(name).matches() && !QUAD.matcher(name).matches())) {
      throw notAllowed("'%s' is no name of a host".formatted(SafeText.shown(name)));
    }
    return name;
  }

  /// Whether the operator wrote this very host.
  private boolean isNamed(String name) {
    return policy.hosts().contains(name);
  }

  private boolean isMatched(String name) {
    return policy.hosts().stream()
        .anyMatch(pattern ->
            pattern.equals("*")
                || (pattern.startsWith("*.") && name.endsWith(pattern.substring(1))));
  }

  private List<InetAddress> resolve(String name) {
    try {
      return addresses.resolve(name);
    } catch (UnknownHostException e) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND,
          "The host %s has no address; correct the repository's URL.".formatted(name),
          e);
    }
  }

  private static AssayException notAllowed(String reason) {
    return new AssayException(
        ErrorCode.NOT_ALLOWED,
        "The repository is not fetched: %s. Upload the commit instead (`assay submit` does), or ask the operator."
            .formatted(reason));
  }
}
