package dev.assay.platform.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.testkit.Api;
import io.javalin.http.HandlerType;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowClientsIT {
  private final HttpServer server =
      HttpServer.start(
          new HttpSettings(
              "127.0.0.1",
              0,
              List.of(),
              Rates.UNLIMITED,
              new HttpSettings.Bounds(
                  10, 10, 10, 100, 16384, Duration.ofMillis(500), Duration.ZERO)),
          new Strangers(),
          RequestObserver.NONE,
          List.of(SlowClientsIT::register));

  private record Said(String text) {}

  private static final class Strangers implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      return Caller.anonymous(exchange.remote());
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      return new RunnerIdentity(1, "r", "r", "active");
    }
  }

  private static void register(Routes routes) {
    routes.runner(
        HandlerType.POST,
        "/claim",
        (exchange, runner) -> {
          String text = exchange.body(Said.class).text();
          pause();
          exchange.json(new Said(text));
        });
    routes.events(
        "/events",
        (stream, caller) -> {
          stream.send("said", new Said("one"));
          pause();
          stream.send("said", new Said("two"));
        });
  }

  private static void pause() {
    try {
      Thread.sleep(1500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Api api() {
    return Api.at("http://127.0.0.1:" + server.port(), null);
  }

  @Test
  void answersAClaimThatWaitsLongerThanAConnectionMayBeSilent() {
    Api.Reply reply = api().post("/claim", "{\"text\":\"a\"}");

    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.text("/text")).isEqualTo("a");
  }

  @Test
  void keepsAQuietStreamOpen() {
    assertThat(api().get("/events").body()).contains("one", "two");
  }

  @Test
  void closesConnectionsThatSayNothingMore() throws Exception {
    for (String begun :
        List.of(
            "",
            "POST /claim HTTP/1.1\r\nHost: a\r\n",
            "POST /claim HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(begun.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();

        String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);

        assertThat(answer).doesNotContain(" 200 ", "at org.", "Exception");
      }
    }
  }
}
