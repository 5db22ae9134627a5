package dev.assay.platform.page.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/runs/x1-1",
        "/benchmarks/polymul~negacyclic?version=1.0.0&point=N1024-W64",
        "/runs/x/points/a%2Fb#case-3",
        "/logins",
        "/compare?run=a&run=b"
      })
  void leadsToPagesOfThisPlatform(String path) {
    assertThat(Next.of(Optional.of(path))).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "runs",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/a\\b",
        "/\t/evil.example",
        "/\n/evil.example",
        "/a\r\nSet-Cookie: x=y",
        "/\u0000",
        "/\u202eabc",
        "/ /evil.example",
        "http://evil.example/",
        "https:evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        " //evil.example",
        "@evil.example",
        ".evil.example",
        "/login",
        "/login?next=/login",
        "/login/abc",
        "/logout"
      })
  void leadsHomeForAnythingElse(String path) {
    assertThat(Next.of(Optional.of(path))).isEqualTo("/account");
  }

  @Test
  void leadsHomeWithoutAnythingAndForWhatIsTooLong() {
    assertThat(Next.of(Optional.empty())).isEqualTo("/account");
    assertThat(Next.of(Optional.of("/" + "a".repeat(2000)))).isEqualTo("/account");
  }
}
