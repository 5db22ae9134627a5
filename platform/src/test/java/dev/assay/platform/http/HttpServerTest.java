package dev.assay.platform.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.testkit.Api;
import io.javalin.http.HandlerType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HttpServerTest {
  private static final HttpSettings.Bounds BOUNDS = bounds(100, Duration.ZERO);

  private final BlockingQueue<String> observed = new LinkedBlockingQueue<>();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private HttpServer server;
  private Api api;

  private record Sent(String text, @Nullable Integer number) {}

  private record Got(String text) {}

  /// Believes a bearer who says a name.
  private static final class Names implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      String name = exchange.bearer();
      if (name == null) {
        return Caller.anonymous(exchange.remote());
      }
      if (name.startsWith("bad")) {
        throw new AssayException(ErrorCode.NOT_AUTHENTICATED, "no");
      }
      var account = new Account(name.hashCode(), name, name, Role.AUTHOR);
      return new Caller(account, Scope.of(Role.AUTHOR), exchange.remote(), null);
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      return new RunnerIdentity(1, "r", "r", "active");
    }
  }

  private static HttpSettings.Bounds bounds(int requests, Duration stop) {
    return new HttpSettings.Bounds(requests, 2, 2, 100, 16384, Duration.ofSeconds(30), stop);
  }

  @BeforeEach
  void start() {
    start(Rates.UNLIMITED, List.of(), BOUNDS);
  }

  private void start(Rates rates, List<String> proxies, HttpSettings.Bounds bounds) {
    if (server != null) {
      server.close();
    }
    server =
        HttpServer.start(
            new HttpSettings("127.0.0.1", 0, proxies, rates, bounds),
            new Names(),
            (method, route, status, time) -> observed.add(method + " " + route + " " + status),
            List.of(this::register));
    api = Api.at("http://127.0.0.1:" + server.port(), null);
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.close();
  }

  private void register(Routes routes) {
    routes.open(
        HandlerType.POST,
        "/texts",
        (exchange, caller) -> exchange.json(new Got(exchange.body(Sent.class, 1000).text())));
    routes.runner(
        HandlerType.POST,
        "/runner",
        (exchange, runner) -> exchange.json(new Got(exchange.body(Sent.class).text())));
    routes.open(
        HandlerType.PUT,
        "/blobs",
        (exchange, caller) -> {
          try (var in = exchange.bodyStream(100_000)) {
            exchange.json(new Got("" + in.transferTo(java.io.OutputStream.nullOutputStream())));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
    routes.open(
        HandlerType.GET,
        "/things/{thing}",
        (exchange, caller) -> exchange.json(new Got(exchange.pathParameter("thing"))));
    routes.open(HandlerType.DELETE, "/things/{thing}", (exchange, caller) -> exchange.noContent());
    routes.open(
        HandlerType.GET,
        "/pages",
        (exchange, caller) ->
            exchange.json(
                new Got(
                    "%d %d %s"
                        .formatted(
                            exchange.cursor(), exchange.limit(), exchange.query("q").orElse("")))));
    routes.open(
        HandlerType.GET,
        "/broken",
        (exchange, caller) -> {
          throw new IllegalStateException("secret inner workings");
        });
    routes.open(HandlerType.GET, "/endless", (exchange, caller) -> endless(1));
    routes.open(
        HandlerType.GET, "/remote", (exchange, caller) -> exchange.json(new Got(caller.remote())));
    routes.open(
        HandlerType.GET,
        "/frozen",
        (exchange, caller) ->
            exchange.immutable("t1", "text/plain", new ByteArrayInputStream("x".getBytes(UTF_8))));
    routes.scoped(
        HandlerType.GET,
        "/operators",
        Scope.OPERATE,
        (exchange, caller) -> exchange.json(new Got("in")));
    routes.open(HandlerType.GET, "/slow", (exchange, caller) -> exchange.json(new Got(slow())));
    routes.events("/events", (stream, caller) -> events(stream));
    routes.bare(HandlerType.GET, "/login/{token}", exchange -> exchange.json(new Got("ok")));
  }

  private String slow() {
    entered.countDown();
    try {
      return released.await(30, TimeUnit.SECONDS) ? "released" : "forgotten";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static int endless(int depth) {
    return depth == 0 ? 0 : endless(depth + 1) + 1;
  }

  private static void events(EventStream stream) {
    if (stream.exchange().query("fail").isPresent()) {
      throw new AssayException(ErrorCode.NOT_FOUND, "nothing to tell");
    }
    stream.send("one", new Got("a\nb"));
    stream.keepAlive();
    throw new AssayException(ErrorCode.CONFLICT, "too late");
  }

  private static void assertProblem(Api.Reply reply, int status) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
    assertThat(reply.json().get("status").asInt()).isEqualTo(status);
    assertThat(reply.text("/detail")).isNotBlank();
    assertSafe(reply.response());
    assertThat(reply.body()).doesNotContain("at dev.assay", "Exception", "jetty", "javalin");
  }

  private static void assertSafe(HttpResponse<String> response) {
    var headers = response.headers();
    assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "frame-ancestors 'none'");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(headers.firstValue("X-Request-Id")).isPresent();
    assertThat(headers.firstValue("Server")).isEmpty();
  }

  @Test
  void answersWhatNobodyRegisteredWithAProblem() {
    assertProblem(api.get("/nothing"), 404);
    assertProblem(api.get("/"), 404);
    assertProblem(api.post("/nothing", "{}"), 404);
  }

  @Test
  void saysWhichMethodsThereAre() {
    Api.Reply reply = api.post("/things/a", "{}");

    assertProblem(reply, 405);
    assertThat(reply.header("Allow")).isEqualTo("DELETE, GET, HEAD");
    assertProblem(api.send("OPTIONS", "/things/a", null), 405);
    assertProblem(api.send("BREW", "/things/a", null), 405);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "{\"text\":1}",
        "{\"text\":\"a\",\"other\":1}",
        "{\"text\":\"a\",\"text\":\"b\"}",
        "{\"text\":\"a\"}{\"text\":\"b\"}",
        "{\"number\":1}",
        "{\"text\":\"a\",\"number\":1.5}",
        "{\"text\":\"a\",\"number\":99999999999999999999}",
        "{\"text\":\"\\u0000\"}",
        "{\"text\":\"\\ud800\"}",
        "{\"text\":\"\\udc00\\ud800\"}",
        "{\"text\":\"\\ud800x\"}",
        "{\"text\":\"\\uD83D\\n\"}",
        "{\"text\":'a'}",
        "<text>a</text>",
      })
  void refusesABodyThatIsNotStrictJson(String body) {
    assertProblem(api.post("/texts", body), 400);
  }

  @Test
  void keepsTextsAsTheyAre() {
    for (String text :
        List.of("\\\\u0000", "\\ud83d\\ude00", "\\\\\\u0041", "'; drop table account; --")) {
      String json = "{\"text\":\"%s\"}".formatted(text);

      assertThat(api.post("/texts", json).json()).isEqualTo(JsonMapper.shared().readTree(json));
    }
  }

  @Test
  void readsNulInWhatRunnersSaySinceProgramsSaidIt() {
    assertThat(api.post("/runner", "{\"text\":\"a\\u0000b\"}").text("/text")).isEqualTo("a\0b");
  }

  @Test
  void refusesDeepJson() {
    assertProblem(api.post("/texts", "[".repeat(400)), 400);
    assertProblem(api.post("/texts", "{\"a\":".repeat(190)), 400);
  }

  @Test
  void refusesBytesThatAreNoText() throws Exception {
    for (byte[] body :
        List.of(
            "{\"text\":\"\u00ff\"}".getBytes(ISO_8859_1),
            "{\"text\":\"a\"}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE),
            new byte[] {
              '{',
              '"',
              't',
              'e',
              'x',
              't',
              '"',
              ':',
              '"',
              (byte) 0xED,
              (byte) 0xA0,
              (byte) 0x80,
              '"',
              '}'
            })) {
      assertThat(send("POST", "/texts", BodyPublishers.ofByteArray(body)).statusCode())
          .isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonx"})
  void refusesABodyOfAnotherType(String type) {
    assertProblem(api.with("Content-Type", type).post("/texts", "{\"text\":\"a\"}"), 415);
  }

  @Test
  void refusesACompressedBodySoNoneGrows() {
    assertProblem(
        api.with("Content-Type", "application/json")
            .with("Content-Encoding", "gzip")
            .post("/texts", "{}"),
        415);
  }

  @Test
  void refusesTooMuchAtOnceByItsLength() {
    assertProblem(api.post("/texts", "{\"text\":\"%s\"}".formatted("x".repeat(1000))), 413);
  }

  @Test
  void refusesTooMuchWhileItComesInChunks() throws Exception {
    byte[] chunk = new byte[8192];
    var body =
        BodyPublishers.ofInputStream(() ->
            new java.io.SequenceInputStream(
                java.util.Collections.enumeration(
                    Stream.generate(() -> new ByteArrayInputStream(chunk)).limit(20).toList())));

    HttpResponse<String> response = send("PUT", "/blobs", body);

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(response.body()).contains("100000 bytes");
  }

  @Test
  void readsNoMoreThanTheLengthSaysAndNoLess() throws Exception {
    assertThat(raw("PUT /blobs HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcdefgh\r\n\r\n"))
        .startsWith("HTTP/1.1 200")
        .contains("\"3\"");
    assertThat(rawClosing("PUT /blobs HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\nabc"))
        .doesNotContain(" 200 ");
  }

  private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body)
      throws Exception {
    return api.client()
        .send(
            HttpRequest.newBuilder(URI.create(api.url() + path))
                .method(method, body)
                .header("Content-Type", "application/json")
                .build(),
            BodyHandlers.ofString());
  }

  /// Sends bytes as they are, and reads until the answer to the last has come.
  private String raw(String request) throws IOException {
    return rawClosing(request.replaceFirst("\r\nHost: a", "\r\nHost: a\r\nConnection: close"));
  }

  private String rawClosing(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  static Stream<Map.Entry<String, Integer>> malformed() {
    return Stream.of(
        Map.entry("GET /things/%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/a%2fb HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/..;/etc HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /things/a\\..\\b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /pages?q=%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /pages?q=%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /pages?cursor=x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /pages?limit=0 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /pages?limit=201 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        Map.entry("GET /pages HTTP/1.1\r\n\r\n", 400),
        Map.entry("GET /pages HTTP/1.1\r\nHost: a\r\nA: " + "x".repeat(17000) + "\r\n\r\n", 431),
        Map.entry("GET /pages HTTP/1.1\r\nHost: a\r\n" + "A: x\r\n".repeat(4000) + "\r\n", 431),
        Map.entry("GET /" + "x".repeat(17000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        Map.entry(
            "PUT /blobs HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            400),
        Map.entry(
            "PUT /blobs HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Map.entry("PUT /blobs HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        Map.entry("NONSENSE\r\n\r\n", 400));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void answersMalformedRequestsWithAProblem(Map.Entry<String, Integer> sent) throws Exception {
    String answer = raw(sent.getKey());

    assertThat(answer).startsWith("HTTP/1.1 " + sent.getValue() + " ");
    assertThat(answer)
        .contains("application/problem+json", "default-src 'none'", "X-Request-Id")
        .doesNotContain("root:", "at dev.assay", "org.eclipse", "<html");
    JsonNode problem = JsonMapper.shared().readTree(answer.substring(answer.indexOf("\r\n\r\n{")));
    assertThat(problem.get("status").asInt()).isEqualTo(sent.getValue());
  }

  @Test
  void tellsNobodyWhatBroke() {
    Api.Reply reply = api.get("/broken");

    assertProblem(reply, 500);
    assertThat(reply.body())
        .doesNotContain("secret inner workings")
        .contains(reply.header("X-Request-Id"));
    assertThat(api.get("/endless").status()).isEqualTo(500);
    assertThat(api.get("/endless").body()).doesNotContain("StackOverflow", "at dev");
  }

  @Test
  void tellsWhoCounts() throws Exception {
    api.get("/things/a");
    api.get("/nothing");

    assertThat(observed.poll(10, TimeUnit.SECONDS)).isEqualTo("GET /things/{thing} 200");
    assertThat(observed.poll(10, TimeUnit.SECONDS)).isEqualTo("GET none 404");
  }

  @Test
  void sendsWhatNeverChangesOnce() {
    assertThat(api.get("/frozen").body()).isEqualTo("x");
    for (String known : List.of("\"t1\"", "\"t0\", \"t1\"", "W/\"t1\"", "*")) {
      Api.Reply again = api.with("If-None-Match", known).get("/frozen");

      assertThat(again.status()).isEqualTo(304);
      assertThat(again.body()).isEmpty();
      assertThat(again.header("ETag")).isEqualTo("\"t1\"");
    }
    assertThat(api.with("If-None-Match", "\"t2\"").get("/frozen").status()).isEqualTo(200);
  }

  @Test
  void readsPagesAsAsked() {
    String cursor = Cursor.of(42);

    assertThat(api.get("/pages?limit=7&q=%C3%A4&cursor=" + cursor).text("/text"))
        .isEqualTo("42 7 ä");
    assertThat(api.get("/pages").text("/text")).isEqualTo(Long.MAX_VALUE + " 50 ");
  }

  @Test
  void asksForALoginOrSaysThatItIsNotEnough() {
    Api.Reply stranger = api.get("/operators");

    assertProblem(stranger, 401);
    assertThat(stranger.header("WWW-Authenticate")).startsWith("Bearer");
    assertProblem(api.withToken("ann").get("/operators"), 403);
  }

  @Test
  void answersNobodyMoreOftenThanTheRatesSay() {
    var two = new Rates.Rate(2, 1);
    start(new Rates(two, two, two, two, two), List.of(), BOUNDS);

    assertThat(api.get("/things/a").status()).isEqualTo(200);
    assertThat(api.withToken("bad").get("/things/a").status()).isEqualTo(401);
    Api.Reply third = api.get("/things/a");

    assertProblem(third, 429);
    assertThat(Integer.parseInt(third.header("Retry-After"))).isBetween(1, 61);
    assertProblem(api.withToken("bad").get("/things/a"), 429);
    assertThat(api.withToken("ann").get("/things/a").status()).isEqualTo(200);
    assertThat(api.withToken("ann").get("/things/a").status()).isEqualTo(200);
    assertProblem(api.withToken("ann").get("/things/a"), 429);
    assertThat(api.withToken("bob").get("/things/a").status()).isEqualTo(200);
    assertThat(api.post("/runner", "{\"text\":\"a\"}").status()).isEqualTo(200);
    assertThat(api.post("/runner", "{\"text\":\"a\"}").status()).isEqualTo(200);
    assertProblem(api.post("/runner", "{\"text\":\"a\"}"), 429);
  }

  @Test
  void believesForwardedAddressesOfTrustedProxiesOnly() {
    Api forwarded = api.with("X-Forwarded-For", "9.9.9.9, 1.2.3.4");

    assertThat(forwarded.get("/remote").text("/text")).isEqualTo("127.0.0.1");
    start(Rates.UNLIMITED, List.of("127.0.0.0/8"), BOUNDS);
    assertThat(api.with("X-Forwarded-For", "9.9.9.9, 1.2.3.4").get("/remote").text("/text"))
        .isEqualTo("1.2.3.4");
  }

  @Test
  void worksOnSoManyAtOnceAndSaysSo() throws Exception {
    start(Rates.UNLIMITED, List.of(), bounds(1, Duration.ZERO));
    var slow = CompletableFuture.supplyAsync(() -> api.get("/slow"));
    assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

    Api.Reply other = api.get("/things/a");

    assertProblem(other, 503);
    assertThat(other.header("Retry-After")).isEqualTo("1");
    assertThat(api.post("/runner", "{\"text\":\"a\"}").status()).isEqualTo(200);
    released.countDown();
    assertThat(slow.get(10, TimeUnit.SECONDS).text("/text")).isEqualTo("released");
    assertThat(api.get("/things/a").status()).isEqualTo(200);
  }

  @Test
  void letsARequestFinishWhenItStops() throws Exception {
    start(Rates.UNLIMITED, List.of(), bounds(1, Duration.ofSeconds(10)));
    var slow = CompletableFuture.supplyAsync(() -> api.get("/slow"));
    assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
    var stopping = CompletableFuture.runAsync(server::close);

    released.countDown();

    assertThat(slow.get(10, TimeUnit.SECONDS).text("/text")).isEqualTo("released");
    stopping.get(20, TimeUnit.SECONDS);
  }

  @Test
  void streamsEventsAndAnswersEarlyFailuresAsAProblem() {
    Api.Reply stream = api.get("/events");

    assertThat(stream.header("Content-Type")).startsWith("text/event-stream");
    assertThat(stream.body())
        .startsWith("event: one\ndata: {\"text\":\"a\\nb\"}\n\n: still here\n\nevent: problem\n")
        .contains("\"code\":\"conflict\"");
    assertProblem(api.get("/events?fail=1"), 404);
    assertProblem(api.withToken("bad").get("/events"), 401);
  }

  /// Closed before it was sent whole, a connection is reset, and the answer can be lost.
  @Test
  void aRefusedBodyIsTakenInBeforeTheAnswer() throws IOException {
    byte[] body = new byte[20_000];
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(50);
      var out = socket.getOutputStream();
      out.write(
          "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n"
              .formatted(body.length)
              .getBytes(ISO_8859_1));
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      out.write(body);
      out.write("GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1));
      socket.setSoTimeout(20_000);
      var answers = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);

      assertThat(answers.split("HTTP/1.1 404", -1)).hasSize(3);
    }
  }

  @Test
  void aRefusedBodyThatNeverComesIsNotWaitedForLong() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write(
              "POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
                  .getBytes(ISO_8859_1));

      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
          .startsWith("HTTP/1.1 404")
          .contains("Connection: close");
    }
  }
}
