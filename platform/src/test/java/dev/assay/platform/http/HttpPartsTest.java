package dev.assay.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import io.javalin.http.HttpResponseException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPartsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.1 | 1.2.3.4 | 1.2.3.4",
        "10.0.0.1 | 6.6.6.6, 1.2.3.4, 10.9.9.9 | 1.2.3.4",
        "10.0.0.1 | 1.2.3.4, junk | 10.0.0.1",
        "10.0.0.1 | 10.1.1.1, 10.2.2.2 | 10.1.1.1",
        "8.8.8.8 | 1.2.3.4 | 8.8.8.8",
        "fd00::1 | 2001:db8::7 | 2001:db8::7",
        "fe80::1 | 2001:db8::7 | fe80::1",
      })
  void takesTheNearestAddressThatIsNoTrustedProxy(String peer, String forwarded, String remote) {
    var proxies = new TrustedProxies(List.of("10.0.0.0/8", "fd00::/16"));

    assertThat(proxies.remote(peer, List.of(forwarded))).isEqualTo(remote);
    assertThat(proxies.remote(peer, List.of())).isEqualTo(peer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "example.org", "10.0.0.0/x"})
  void refusesProxiesThatAreNoNetwork(String text) {
    assertThatThrownBy(() -> new TrustedProxies(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void countsANetworkOf64BitsAsOne() {
    assertThat(RateLimits.network("2001:db8:1:2::1"))
        .isEqualTo(RateLimits.network("2001:db8:1:2:ffff::9"))
        .isNotEqualTo(RateLimits.network("2001:db8:1:3::1"));
    assertThat(RateLimits.network("1.2.3.4")).isNotEqualTo(RateLimits.network("1.2.3.5"));
  }

  @Test
  void breaksOffABodyThatTrickles() throws Exception {
    var nanos = new AtomicLong();
    var body =
        new BoundedBody(() -> new ByteArrayInputStream(new byte[10_000]), 10_000, nanos::get);

    assertThat(body.read()).isZero();
    nanos.set(TimeUnit.SECONDS.toNanos(20));
    assertThat(body.read()).isZero();
    nanos.set(TimeUnit.SECONDS.toNanos(21));

    assertThatThrownBy(body::read)
        .isInstanceOfSatisfying(
            HttpResponseException.class, e -> assertThat(e.getStatus()).isEqualTo(408));
  }

  @Test
  void givesABodyUpToItsBound() throws Exception {
    var body = new BoundedBody(() -> new ByteArrayInputStream(new byte[10]), 10, () -> 0);

    assertThat(body.readAllBytes()).hasSize(10);
    var longer = new BoundedBody(() -> new ByteArrayInputStream(new byte[11]), 10, () -> 0);
    assertThatThrownBy(longer::readAllBytes).isInstanceOf(AssayException.class);
  }

  @Test
  void tellsWhichMethodsAPathHas() {
    var table = new RouteTable();
    table.add(new Route("GET", "/a/{b}"));
    table.add(new Route("POST", "/a/{b}"));
    table.add(new Route("GET", "/a/{b}/files/<name>"));

    assertThat(table.methodsFor("/a/x")).isEqualTo("GET, HEAD, POST");
    assertThat(table.methodsFor("/a/x/files/y/z")).isEqualTo("GET, HEAD");
    assertThat(table.methodsFor("/a")).isEmpty();
    assertThat(table.methodsFor("/a/")).isEmpty();
    assertThat(table.methodsFor("/a/x/y")).isEmpty();
  }

  @Test
  void takesLinesThatAreShownAsTheyAre() {
    String hostile = "<script>alert(1)</script>'; drop table account; -- 名前 🎈";

    assertThat(PlainText.requireLine("the name", hostile, 100)).isEqualTo(hostile);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " a", "a ", "a\nb", "a\0b", "a\u202Eb", "\u001B[1mx", "\uD800", "12345678901"})
  void refusesLinesThatAreNot(String text) {
    assertThatThrownBy(() -> PlainText.requireLine("the name", text, 10))
        .isInstanceOf(AssayException.class)
        .hasMessageStartingWith("The name");
  }

  @Test
  void pagesThroughAList() {
    Page<String> first = Page.of(List.of(9L, 7L, 5L), 2, key -> key, key -> "k" + key);

    assertThat(first.items()).containsExactly("k9", "k7");
    assertThat(Cursor.parse(first.next())).isEqualTo(7);
    assertThat(Page.of(List.of(5L), 2, key -> key, key -> "k" + key).next()).isNull();
  }
}
