package dev.assay.platform.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryPolicyTest {
  private static final String PUBLIC = "93.184.216.34";

  /// Numbers stand for themselves, as a resolver has it; every name stands for one address.
  private static RepositoryPolicy policy(String address, SourcePolicy sources) {
    return new RepositoryPolicy(
        sources, host -> addresses(host.matches("[0-9.]+|.*:.*") ? host : address));
  }

  private static List<InetAddress> addresses(String text) throws UnknownHostException {
    return List.of(InetAddress.getAllByName(text));
  }

  private static RepositoryPolicy usual() {
    return policy(PUBLIC, SourcePolicy.USUAL);
  }

  private static void assertRefused(RepositoryPolicy policy, String url) {
    assertThatThrownBy(() -> policy.require(url))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isIn(ErrorCode.NOT_ALLOWED, ErrorCode.REQUEST_INVALID));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/ada/polymul.git",
        "https://example.org:8443/ada/polymul",
        "HTTPS://EXAMPLE.ORG/a",
        "ssh://example.org/ada/polymul.git",
        "ssh://git@example.org/ada/polymul.git",
        "https://93.184.216.34/a",
        "https://[2606:2800:220:1:248:1893:25c8:1946]/a"
      })
  void takesWhatIsPublic(String url) {
    assertThat(usual().require(url)).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Other schemes, and what is none.
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "file://localhost/etc",
        "http://example.org/a",
        "git://example.org/a",
        "ftp://example.org/a",
        "gopher://example.org/a",
        "jar:https://example.org/a!/b",
        "ext::sh -c whoami",
        "javascript:alert(1)",
        "/etc/passwd",
        "../../etc",
        ".",
        "example.org/a",
        "git@example.org:ada/polymul.git",
        "-oProxyCommand=x",
        "--upload-pack=x",
        "https:example.org/a",
        "https:///a",
        "https://",
        "https://example.org",
        "https://example.org/",
        "https://example.org/../../a",
        "https://example.org/%2e%2e/a",
        "https://example.org/a?b=c",
        "https://example.org/a#b",
        "https://example.org:0/a",
        "https://example.org:65536/a",
        "https://example.org:-1/a",
        "https://exam ple.org/a",
        "https://example.org\\@127.0.0.1/a",
        "https://example.org/a\u202Eb",
        "https://example.org/a\nb",
        "https://example.org/\u0000",
        // Whoever is named in a URL would be recorded.
        "https://ada:secret@example.org/a",
        "https://token@example.org/a",
        "https://@example.org/a",
        "https://example.org@127.0.0.1/a",
        "ssh://root@example.org/a",
        "ssh://git:secret@example.org/a",
        "https://git@example.org/a",
        "ssh://git@example.org@127.0.0.1/a",
        // This machine and its networks.
        "https://127.0.0.1/a",
        "https://127.8.9.10/a",
        "https://0.0.0.0/a",
        "https://10.1.2.3/a",
        "https://172.16.0.1/a",
        "https://192.168.1.1/a",
        "https://100.64.0.1/a",
        "https://169.254.169.254/latest/meta-data",
        "https://192.0.0.192/a",
        "https://198.18.0.1/a",
        "https://224.0.0.1/a",
        "https://240.0.0.1/a",
        "https://255.255.255.255/a",
        "https://[::1]/a",
        "https://[::]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://[::ffff:7f00:1]/a",
        "https://[::127.0.0.1]/a",
        "https://[fe80::1]/a",
        "https://[fe80::1%25eth0]/a",
        "https://[fc00::1]/a",
        "https://[fd00:ec2::254]/a",
        "https://[ff02::1]/a",
        "https://[64:ff9b::7f00:1]/a",
        "https://[64:ff9b:1::1]/a",
        "https://[2002:7f00:1::]/a",
        "https://[2001:0:7f00:1::]/a",
        "https://[2001:db8::1]/a",
        // The same in other writing.
        "https://2130706433/a",
        "https://0x7f000001/a",
        "https://0x7f.0.0.1/a",
        "https://0177.0.0.1/a",
        "https://017700000001/a",
        "https://127.1/a",
        "https://127.0.1/a",
        "https://127.0.0.1./a",
        "https://example.org./a",
        "https://example.0x7f/a",
        "https://127。0。0。1/a",
        "https://①②⑦.⓪.⓪.①/a",
        "https://%31%32%37.0.0.1/a"
      })
  void refusesTheRest(String url) {
    assertRefused(usual(), url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "::1",
        "fd00:ec2::254",
        "fe80::1",
        "100.100.100.200"
      })
  void looksWhatANameStandsFor(String address) {
    assertRefused(policy(address, SourcePolicy.USUAL), "https://innocent.example.org/a");
  }

  @Test
  void oneBadAddressAmongGoodOnesIsEnough() {
    var policy =
        new RepositoryPolicy(
            SourcePolicy.USUAL,
            _ ->
                Stream.concat(addresses(PUBLIC).stream(), addresses("127.0.0.1").stream())
                    .toList());

    assertRefused(policy, "https://example.org/a");
  }

  @Test
  void saysThatAHostHasNoAddress() {
    var policy =
        new RepositoryPolicy(
            SourcePolicy.USUAL,
            host -> {
              throw new UnknownHostException(host);
            });

    assertThatThrownBy(() -> policy.require("https://nowhere.example.org/a"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_NOT_FOUND));
  }

  @Test
  void operatorsNameHosts() {
    var sources = new SourcePolicy(List.of("https"), List.of("*.example.org", "git.example.com"));
    RepositoryPolicy policy = policy(PUBLIC, sources);

    assertThat(policy.require("https://a.example.org/a")).isNotEmpty();
    assertThat(policy.require("https://git.example.com/a")).isNotEmpty();
    assertRefused(policy, "https://example.org/a");
    assertRefused(policy, "https://evilexample.org/a");
    assertRefused(policy, "https://git.example.com.evil.net/a");
    assertRefused(policy, "ssh://git.example.com/a");
  }

  @Test
  void aHostThatIsNamedItselfMayBePrivate() {
    var sources = new SourcePolicy(List.of("http"), List.of("git.internal", "127.0.0.1"));
    RepositoryPolicy policy = policy("10.0.0.1", sources);

    assertThat(policy.require("http://git.internal/a")).isNotEmpty();
    assertThat(policy.require("http://127.0.0.1:3000/a")).isNotEmpty();
    assertRefused(policy, "http://127.0.0.2/a");
  }

  @Test
  void aWildcardAllowsNoPrivateAddress() {
    var sources = new SourcePolicy(List.of("https"), List.of("*.internal"));

    assertRefused(policy("10.0.0.1", sources), "https://git.internal/a");
  }

  @Test
  void saysNoPasswordAgain() {
    assertThatThrownBy(() -> usual().require("https://ada:hunter2@example.org/a"))
        .hasMessageNotContaining("hunter2");
  }
}
