package dev.assay.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  private static final String PUBLIC = "93.184.216.34";

  /// Numbers stand for themselves; every name stands for one address.
  private static Target.Policy policy(String address, SourcePolicy sources) {
    return new Target.Policy(
        sources,
        host -> List.of(InetAddress.getAllByName(host.matches("[0-9.]+|.*:.*") ? host : address)));
  }

  private static Target.Policy usual() {
    return policy(PUBLIC, SourcePolicy.USUAL);
  }

  private static void assertRefused(Target.Policy policy, String url) {
    assertThatThrownBy(() -> policy.require(url))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isIn(ErrorCode.NOT_ALLOWED, ErrorCode.REQUEST_INVALID));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org",
        "https://example.org/",
        "https://example.org:8443/a/b?token=x%20y",
        "HTTPS://EXAMPLE.ORG/a",
        "https://93.184.216.34/a",
        "https://[2606:2800:220:1:248:1893:25c8:1946]/a"
      })
  void takesWhatIsPublic(String url) {
    assertThat(usual().require(url).addresses()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/a",
        "ssh://example.org/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https:example.org",
        "https:///a",
        "https://user:secret@example.org/a",
        "https://@example.org/a",
        "https://example.org/a#b",
        "https://example.org:0/a",
        "https://example.org:99999/a",
        "https://example.org/a b",
        "https://example.org/ä",
        "https://example.org/\r\nX-Injected: 1",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://0.0.0.0/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fd00::1]/",
        "https://[fe80::1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "example.org",
        "//example.org/a",
        ""
      })
  void refusesWhatIsNotPublicOrNoUrl(String url) {
    assertRefused(usual(), url);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1"})
  void refusesNamesThatStandForPrivateAddresses(String address) {
    assertRefused(policy(address, SourcePolicy.USUAL), "https://innocent.example/");
  }

  @Test
  void saysNothingAgainOfAUrlThatNamesAUser() {
    assertThatThrownBy(() -> usual().require("https://user:secret@example.org/a"))
        .hasMessageNotContaining("secret");
  }

  @Test
  void takesWhatTheOperatorNames() {
    var sources = new SourcePolicy(List.of("http", "ssh"), List.of("127.0.0.1", "*.example.org"));

    assertThat(policy(PUBLIC, sources).require("http://127.0.0.1:8080/a").port()).isEqualTo(8080);
    assertThat(policy(PUBLIC, sources).require("http://a.example.org").path()).isEqualTo("/");
    assertRefused(policy(PUBLIC, sources), "https://a.example.org/");
    assertRefused(policy(PUBLIC, sources), "ssh://a.example.org/");
    assertRefused(policy(PUBLIC, sources), "http://example.com/");
  }

  @Test
  void knowsHowToConnect() {
    Target target = usual().require("https://[2606:2800:220:1:248:1893:25c8:1946]/a?b=c");

    assertThat(target.port()).isEqualTo(443);
    assertThat(target.host()).isEqualTo("2606:2800:220:1:248:1893:25c8:1946");
    assertThat(target.authority()).isEqualTo("[2606:2800:220:1:248:1893:25c8:1946]");
    assertThat(target.path()).isEqualTo("/a?b=c");
  }
}
