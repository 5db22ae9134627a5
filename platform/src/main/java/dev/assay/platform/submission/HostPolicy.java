package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Which hosts the platform speaks to because somebody asked it to: those that the operator allows,
/// at addresses outside of this machine and its networks, looked up anew each time. Thread-safe.
public final class HostPolicy {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
  private static final Pattern QUAD = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
  private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?(\\d+|0x[0-9a-f]*)");

  private final SourcePolicy policy;
  private final HostAddresses addresses;
  private final Words words;

  /// What is said when a host is refused.
  ///
  /// @param notAllowed a message with `%s` for the reason
  /// @param noAddress a message with `%s` for the host
  public record Words(String notAllowed, String noAddress) {}

  public HostPolicy(SourcePolicy policy, HostAddresses addresses, Words words) {
    this.policy = policy;
    this.addresses = addresses;
    this.words = words;
  }

  /// The addresses of a host. Whoever connects uses these very ones: the next look-up may find
  /// others.
  ///
  /// @param host a name or an address, IPv6 in brackets
  /// @return at least one
  /// @throws AssayException `NOT_ALLOWED` when the policy does not allow the scheme or the host, or
  ///   it stands for an address of this machine or its networks; `SOURCE_NOT_FOUND` when it has no
  ///   address
  public List<InetAddress> require(String scheme, String host) {
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
    return found;
  }

  private String plain(String host) {
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
      List<InetAddress> found = addresses.resolve(name);
      if (!found.isEmpty()) {
        return found;
      }
      throw new UnknownHostException(name);
    } catch (UnknownHostException e) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND, words.noAddress().replace("%s", name), e);
    }
  }

  private AssayException notAllowed(String reason) {
    return new AssayException(ErrorCode.NOT_ALLOWED, words.notAllowed().replace("%s", reason));
  }
}
