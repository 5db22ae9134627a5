package dev.assay.runner.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assay.core.protocol.CancelNotice;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A platform in memory that speaks the runners' protocol as docs/runner-protocol.md has it, and
/// whose answers can be spoilt.
public final class FakePlatform implements AutoCloseable {
  public static final String KEY = "assayrunner_test";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Deque<Lease> queue = new ArrayDeque<>();
  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();

  /// By run, then by sequence.
  private final Map<String, Map<Long, ReportMessage>> messages = new TreeMap<>();

  private final List<String> conflicts = new CopyOnWriteArrayList<>();
  private final List<Surrender> surrenders = new CopyOnWriteArrayList<>();
  private final List<Claim> claims = new CopyOnWriteArrayList<>();
  private final List<RunnerHello> hellos = new CopyOnWriteArrayList<>();
  private final List<Heartbeat> heartbeats = new CopyOnWriteArrayList<>();
  private volatile Function<Call, Fault> faults = _ -> Fault.NONE;
  private volatile boolean cancelled;
  private volatile boolean leaseLost;
  private volatile boolean late;
  private volatile int protocol = 1;
  private volatile Duration clockOffset = Duration.ZERO;

  /// A request that is about to be answered.
  ///
  /// @param path below `/api/v1/runner/`
  public record Call(String method, String path) {}

  /// What happens to one request.
  public enum Fault {
    NONE,
    /// Done, and the connection is closed without an answer.
    DONE_UNANSWERED,
    /// Not done, and the connection is closed without an answer.
    DROPPED,
    /// Not done, answered with 500.
    BROKEN,
    /// Not done, answered with 503 and `Retry-After: 1`.
    BUSY,
    /// Done; half of the answer is sent, and the connection is closed.
    CUT,
    /// Done; half of the answer is sent, and nothing after it.
    HALF_OPEN,
    /// Done twice.
    DOUBLED
  }

  private FakePlatform(HttpServer server) {
    this.server = server;
  }

  public static FakePlatform start() throws IOException {
    return start(0);
  }

  /// @param port 0 for any free one
  public static FakePlatform start(int port) throws IOException {
    var server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    var platform = new FakePlatform(server);
    server.createContext("/api/v1/runner/", platform::handle);
    server.setExecutor(platform.threads);
    server.start();
    return platform;
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public void faults(Function<Call, Fault> chosen) {
    faults = chosen;
  }

  public void cancel() {
    cancelled = true;
  }

  public void loseLease() {
    leaseLost = true;
    late = true;
  }

  public void protocol(int version) {
    protocol = version;
  }

  public void clockOffset(Duration ahead) {
    clockOffset = ahead;
  }

  /// Stores a file.
  ///
  /// @return its SHA-256
  public String put(byte[] content) {
    String hash = sha256(content);
    blobs.put(hash, content);
    return hash;
  }

  public byte[] blob(String hash) {
    byte[] content = blobs.get(hash);
    if (content == null) {
      throw new IllegalStateException("no blob " + hash);
    }
    return content;
  }

  public synchronized void offer(Lease lease) {
    queue.add(lease);
  }

  /// What arrived of a run, by number.
  public synchronized List<ReportMessage> messages(String run) {
    return List.copyOf(messages.getOrDefault(run, Map.of()).values());
  }

  /// Messages that came again with another content.
  public List<String> conflicts() {
    return conflicts;
  }

  public List<Surrender> surrenders() {
    return surrenders;
  }

  public List<Claim> claims() {
    return claims;
  }

  public List<RunnerHello> hellos() {
    return hellos;
  }

  public List<Heartbeat> heartbeats() {
    return heartbeats;
  }

  @SuppressWarnings("ArrayRecordComponent") // sent once, never compared
  private record Reply(int status, byte[] body) {
    static Reply json(Object document) {
      return new Reply(200, JsonCodec.toBytes(document));
    }

    static Reply problem(int status, String code, String detail) {
      return new Reply(
          status,
          """
          {"type":"urn:assay:problem:%s","title":"t","status":%d,"detail":"%s","instance":"/",\
          "code":"%s","fault":"operator"}\
          """
              .formatted(code, status, detail, code)
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring("/api/v1/runner/".length());
      byte[] body;
      try (InputStream in = exchange.getRequestBody()) {
        body = in.readAllBytes();
      }
      var call = new Call(exchange.getRequestMethod(), path);
      Fault fault = faults.apply(call);
      switch (fault) {
        case DROPPED -> {
          return;
        }
        case BROKEN -> send(exchange, Reply.problem(500, "internal", "broken"), fault);
        case BUSY -> {
          exchange.getResponseHeaders().add("Retry-After", "1");
          send(exchange, Reply.problem(503, "unreachable", "busy"), fault);
        }
        case NONE, DONE_UNANSWERED, CUT, HALF_OPEN, DOUBLED -> {
          Reply reply = answer(exchange, call, body);
          if (fault == Fault.DOUBLED) {
            reply = answer(exchange, call, body);
          }
          if (fault != Fault.DONE_UNANSWERED) {
            send(exchange, reply, fault);
          }
        }
      }
    }
  }

  private void send(HttpExchange exchange, Reply reply, Fault fault) throws IOException {
    int length = reply.body().length;
    exchange.sendResponseHeaders(reply.status(), length == 0 ? -1 : length);
    if (fault == Fault.CUT || fault == Fault.HALF_OPEN) {
      exchange.getResponseBody().write(reply.body(), 0, length / 2);
      exchange.getResponseBody().flush();
      if (fault == Fault.HALF_OPEN) {
        await(Duration.ofMinutes(5));
      }
      return;
    }
    if (length > 0) {
      exchange.getResponseBody().write(reply.body());
    }
  }

  private void await(Duration time) {
    try {
      boolean ignored = ended.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Reply answer(HttpExchange exchange, Call call, byte[] body) {
    if (call.path().equals("register")) {
      var registration = JsonCodec.read(body, RunnerRegistration.class, "registration");
      return registration.code().equals("good")
          ? Reply.json(new RunnerRegistration.Accepted("r1", registration.name(), "main", KEY))
          : Reply.problem(401, "not-authenticated", "The code is not good.");
    }
    if (!("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return Reply.problem(401, "not-authenticated", "The key is not good.");
    }
    if (call.path().startsWith("blobs/")) {
      return blob(call, body);
    }
    if (call.path().startsWith("jobs/")) {
      for (int i = 0; i < 100 && !cancelled && !leaseLost && ended.getCount() > 0; i++) {
        await(Duration.ofMillis(100));
      }
      return leaseLost ? lost() : Reply.json(new CancelNotice(cancelled));
    }
    return switch (call.path()) {
      case "hello" -> hello(JsonCodec.read(body, RunnerHello.class, "hello"));
      case "claim" -> claim(JsonCodec.read(body, Claim.class, "claim"));
      case "heartbeat" -> {
        heartbeats.add(JsonCodec.read(body, Heartbeat.class, "heartbeat"));
        yield leaseLost
            ? lost()
            : Reply.json(new Heartbeat.Answer(Instant.now().plusSeconds(60), cancelled));
      }
      case "surrender" -> {
        surrenders.add(JsonCodec.read(body, Surrender.class, "surrender"));
        yield new Reply(204, new byte[0]);
      }
      case "report" -> report(JsonCodec.read(body, ReportBatch.class, "report"));
      default -> Reply.problem(404, "not-found", "Nothing is there.");
    };
  }

  private static Reply lost() {
    return Reply.problem(409, "lease-lost", "The lease is lost.");
  }

  private Reply blob(Call call, byte[] body) {
    String hash = call.path().substring("blobs/".length());
    if (call.method().equals("PUT")) {
      if (!sha256(body).equals(hash)) {
        return Reply.problem(400, "request-invalid", "Another content.");
      }
      blobs.put(hash, body);
      return new Reply(204, new byte[0]);
    }
    byte[] content = blobs.get(hash);
    return content == null ? Reply.problem(404, "not-found", "No blob.") : new Reply(200, content);
  }

  private Reply hello(RunnerHello hello) {
    hellos.add(hello);
    if (hello.protocol() != protocol) {
      return Reply.problem(426, "protocol-mismatch", "This platform speaks another protocol.");
    }
    return Reply.json(
        new RunnerHello.Welcome(
            protocol,
            "test",
            "r1",
            "runner",
            "main",
            Instant.now().plus(clockOffset),
            "active",
            ""));
  }

  private Reply claim(Claim claim) {
    claims.add(claim);
    Lease lease = claim.unfit() == null ? next() : null;
    if (lease == null) {
      await(Duration.ofMillis(Math.min(claim.waitMillis(), 200)));
    }
    return lease == null ? new Reply(204, new byte[0]) : Reply.json(lease);
  }

  private synchronized @Nullable Lease next() {
    return queue.poll();
  }

  private synchronized Reply report(ReportBatch batch) {
    Map<Long, ReportMessage> known = messages.computeIfAbsent(batch.runId(), _ -> new TreeMap<>());
    var stored = new ArrayList<Long>();
    for (ReportMessage message : batch.messages()) {
      var kept = message.file();
      if (kept != null && !blobs.containsKey(kept.blob())) {
        return Reply.problem(404, "not-found", "The file was not stored before.");
      }
      ReportMessage before = known.putIfAbsent(message.sequence(), message);
      if (before != null && !before.equals(message)) {
        conflicts.add(batch.runId() + " " + message.sequence());
      }
      stored.add(message.sequence());
    }
    return Reply.json(new ReportBatch.Receipt(stored, late));
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void close() {
    ended.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
