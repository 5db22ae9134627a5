package dev.assay.platform.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against what says anything at all.
class DirectPostTest {
  private final ServerSocket server = listening();
  private final DirectPost post = post(Duration.ofSeconds(20));

  private static DirectPost post(Duration most) {
    return new DirectPost((SSLSocketFactory) SSLSocketFactory.getDefault(), most);
  }

  private static ServerSocket listening() {
    try {
      return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    post.close();
  }

  /// The name is nobody's, and the address is what counts.
  private Target target(String scheme) {
    return new Target(
        URI.create("%s://receiver.invalid:%d/a?b=c".formatted(scheme, server.getLocalPort())),
        List.of(InetAddress.getLoopbackAddress()));
  }

  private CompletableFuture<List<String>> answering(String answer) {
    return CompletableFuture.supplyAsync(() -> {
      try (Socket socket = server.accept()) {
        List<String> head = head(socket);
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        return head;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private static List<String> head(Socket socket) throws IOException {
    var reader =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    var lines = new ArrayList<String>();
    for (String line = reader.readLine(); line != null && !line.isEmpty(); ) {
      lines.add(line);
      line = reader.readLine();
    }
    reader.read(new char[4]);
    return lines;
  }

  private DirectPost.Answer send() throws IOException {
    return post.send(
        target("http"), Map.of("Assay-Event", "ping"), new byte[] {'b', 'o', 'd', 'y'});
  }

  @Test
  void connectsToTheCheckedAddressUnderTheName() throws IOException {
    var seen = answering("HTTP/1.1 204 No Content\r\n\r\n");

    DirectPost.Answer answer = send();

    assertThat(answer).isEqualTo(new DirectPost.Answer(204, ""));
    assertThat(seen.join())
        .startsWith("POST /a?b=c HTTP/1.1")
        .contains(
            "Host: receiver.invalid:" + server.getLocalPort(),
            "Assay-Event: ping",
            "Content-Length: 4",
            "Connection: close");
  }

  @Test
  void keepsTheFirstKibibyteOfAnAnswer() throws IOException {
    var _ = answering("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(5000));
    assertThat(send().text()).hasSize(1024);

    var _ = answering("HTTP/1.1 500 Oh\r\nContent-Length: 3\r\n\r\nabcdef");
    assertThat(send()).isEqualTo(new DirectPost.Answer(500, "abc"));

    var _ =
        answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
    assertThat(send().text()).isEqualTo("abcde");

    var _ = answering("HTTP/1.1 200 OK\r\n\r\na\0b");
    assertThat(send().text()).isEqualTo("a\uFFFDb");
  }

  @Test
  void passesOverInterimAnswers() throws IOException {
    var _ = answering("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok");

    assertThat(send()).isEqualTo(new DirectPost.Answer(200, "ok"));
  }

  @Test
  void followsNoRedirection() throws IOException {
    var _ = answering("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n");

    assertThat(send().status()).isEqualTo(302);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 -1 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nNever: ends",
        "HTTP/1.1 100 Continue\r\n\r\n"
      })
  void takesNothingForAnAnswerThatIsNone(String answer) {
    var _ = answering(answer);

    assertThatThrownBy(this::send).isInstanceOf(IOException.class).hasMessageMatching("[^\r\n]+");
  }

  @Test
  void readsNoEndlessHeaders() {
    var _ = answering("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(10_000));

    assertThatThrownBy(this::send).hasMessageContaining("more than 16384 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 999999999999999999\r\n\r\nabc"
      })
  void believesTheStatusWhateverFollows(String answer) throws IOException {
    var _ = answering(answer);

    assertThat(send().status()).isEqualTo(200);
  }

  @Test
  void waitsNoLongerThanItMay() {
    try (DirectPost hasty = post(Duration.ofMillis(200))) {
      assertThatThrownBy(() -> hasty.send(target("http"), Map.of(), new byte[0]))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no answer within");
    }
  }

  @Test
  void saysThatNobodyListens() throws IOException {
    server.close();

    assertThatThrownBy(this::send).isInstanceOf(IOException.class);
  }

  @Test
  void speaksToNobodyWithoutACertificate() {
    var said = answeringAtOnce("HTTP/1.1 200 OK\r\n\r\n");

    assertThatThrownBy(() -> post.send(target("https"), Map.of(), "secret".getBytes(UTF_8)))
        .isInstanceOf(SSLException.class);
    assertThat(said.join()).doesNotContain("secret", "POST", "/a?b=c");
  }

  /// Waits for no line of a request, since the beginning of TLS has none. Tells all that was said.
  private CompletableFuture<String> answeringAtOnce(String answer) {
    return CompletableFuture.supplyAsync(() -> {
      try (Socket socket = server.accept()) {
        socket.getOutputStream().write(answer.getBytes(UTF_8));
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
