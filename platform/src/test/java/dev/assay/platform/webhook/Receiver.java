package dev.assay.platform.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Somebody's program that is called, on loopback. It keeps what it is sent.
final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private volatile int status = 200;
  final List<Received> received = new CopyOnWriteArrayList<>();

  Receiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::receive);
    server.start();
  }

  /// A delivery.
  record Received(
      String method,
      String path,
      String event,
      String id,
      String timestamp,
      String signature,
      String body) {
    JsonNode json() {
      return JsonMapper.shared().readTree(body);
    }

    String text(String pointer) {
      return json().at(pointer).asString();
    }
  }

  String url() {
    return "http://127.0.0.1:%d/assay?key=v".formatted(server.getAddress().getPort());
  }

  /// Answers from now on with another status.
  void answer(int other) {
    status = other;
  }

  Received last() {
    return received.getLast();
  }

  private void receive(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    received.add(
        new Received(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            header(exchange, "Assay-Event"),
            header(exchange, "Assay-Delivery"),
            header(exchange, "Assay-Timestamp"),
            header(exchange, "Assay-Signature"),
            new String(body, StandardCharsets.UTF_8)));
    if (status >= 300 && status < 400) {
      exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/elsewhere");
    }
    byte[] answer = "thanks for %s".formatted("x".repeat(3000)).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, answer.length);
    try (var out = exchange.getResponseBody()) {
      out.write(answer);
    } catch (IOException e) {
      // It reads the beginning only.
    }
  }

  private static String header(HttpExchange exchange, String name) {
    return String.valueOf(exchange.getRequestHeaders().getFirst(name));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
