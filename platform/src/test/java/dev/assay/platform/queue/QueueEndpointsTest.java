package dev.assay.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Lease;
import dev.assay.core.run.RunState;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueueEndpointsTest {
  private final QueueWorld world = new QueueWorld();
  private final QueueWorld.TestRunner runner = world.runner("r1");
  private final HttpServer server =
      HttpServer.start(
          "127.0.0.1",
          0,
          new Bearers(),
          List.of(new QueueEndpoints(world.registry, world.queue, world.leases, world.desk)));
  private final HttpClient client = HttpClient.newHttpClient();

  /// Knows people and the one runner by their names.
  private final class Bearers implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      return switch (exchange.bearer()) {
        case "olga" -> world.operator;
        case "ada" -> world.author;
        case null, default -> Caller.anonymous(exchange.remote());
      };
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      String state = world.text("select state from runner where key = " + runner.key());
      return new RunnerIdentity(runner.key(), runner.id(), "r1", state);
    }
  }

  @AfterEach
  void close() {
    world.longPoll.close();
    server.close();
    world.close();
  }

  private HttpRequest.Builder request(String path, String who) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:%d/api/v1/%s".formatted(server.port(), path)))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + who);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String who, Object body) throws Exception {
    String json = body instanceof String text ? text : JsonCodec.toJson(body);
    return send(request(path, who).POST(BodyPublishers.ofString(json)));
  }

  private static <T> T read(HttpResponse<String> response, Class<T> type) {
    return JsonCodec.read(response.body().getBytes(StandardCharsets.UTF_8), type, "the answer");
  }

  @Test
  void aRunnersWayThroughTheProtocol() throws Exception {
    assertThat(post("runner-codes", "ada", "{}").statusCode()).isEqualTo(403);
    var code = read(post("runner-codes", "olga", "{}"), RunnerRegistry.RunnerCode.class);
    assertThat(code.pool()).isEqualTo("default");
    var registered =
        post("runner/register", "", "{\"code\": \"%s\", \"name\": \"r9\"}".formatted(code.code()));
    assertThat(registered.statusCode()).isEqualTo(201);

    var hello = runner.helloOf(4, 8L << 30, List.of(), Instant.now());
    assertThat(post("runner/hello", "r1", hello).body()).contains("\"state\": \"active\"");
    assertThat(post("runner/claim", "r1", new Claim("r1-1", 0, null)).statusCode()).isEqualTo(204);
    world.enqueue();
    Lease lease = read(post("runner/claim", "r1", new Claim("r1-1", 0, null)), Lease.class);
    var heartbeat = new Heartbeat("r1-1", lease.jobId(), 1, null);
    assertThat(read(post("runner/heartbeat", "r1", heartbeat), Heartbeat.Answer.class).cancel())
        .isFalse();
    String waiting = "runner/jobs/%s/cancellation?attempt=1&wait_millis=0".formatted(lease.jobId());
    assertThat(send(request(waiting, "r1")).body()).contains("\"cancel\": false");
    assertThat(post("jobs/" + lease.jobId() + "/cancel", "ada", "").body())
        .contains("\"is_cancel_requested\": true");
    assertThat(send(request(waiting, "r1")).body()).contains("\"cancel\": true");
    runner.close(lease, RunState.CANCELLED);
    assertThat(post("runner/heartbeat", "r1", heartbeat).body()).contains("lease-lost");
  }

  @Test
  void aRunnerOfAnotherProtocolIsToldSoWhateverElseItSays() throws Exception {
    var answer = post("runner/hello", "r1", "{\"protocol\": 0, \"host\": \"h\"}");

    assertThat(answer.statusCode()).isEqualTo(426);
    assertThat(answer.body()).contains("protocol 0, the platform speaks 1");
  }

  @Test
  void aRetiredRunnerIsRefusedEverything() throws Exception {
    post("runners/" + runner.id() + "/retire", "olga", "{\"reason\": \"sold\"}");

    assertThat(post("runner/claim", "r1", new Claim("r1-1", 0, null)).statusCode()).isEqualTo(403);
  }

  @Test
  void listsJobsInPages() throws Exception {
    for (int i = 0; i < 3; i++) {
      world.enqueue();
    }
    world.runner("r2").claim();

    String page = send(request("jobs?limit=2", "ada")).body();
    String cursor = page.replaceAll("(?s).*\"next\": \"([^\"]+)\".*", "$1");

    assertThat(send(request("jobs?limit=2&cursor=" + cursor, "ada")).body())
        .contains("\"items\"")
        .doesNotContain("\"next\"");
    assertThat(send(request("jobs?state=running", "ada")).body().split("\"id\"")).hasSize(2);
    assertThat(send(request("jobs?mine=true", "olga")).body()).doesNotContain("\"id\"");
    assertThat(send(request("jobs?benchmark=none", "olga")).body()).doesNotContain("\"id\"");
    assertThat(send(request("jobs?state=odd", "ada")).statusCode()).isEqualTo(400);
    assertThat(send(request("runners", "ada")).body()).contains("r1", "r2");
    assertThat(send(request("runners/" + runner.id(), "ada")).body()).contains("\"cores\": 4");
    assertThat(send(request("jobs/none", "ada")).statusCode()).isEqualTo(404);
  }

  @Test
  void theDocumentNeverChangesAndIsSentOnce() throws Exception {
    String path = "jobs/" + world.enqueue().id() + "/document";

    var first = send(request(path, "ada"));
    String tag = first.headers().firstValue("ETag").orElseThrow();

    assertThat(first.body()).isEqualTo("{\"a\": 1}\n");
    assertThat(send(request(path, "ada").header("If-None-Match", tag)).statusCode()).isEqualTo(304);
  }

  @Test
  void operatorsPutJobsFirstAndThatIsWrittenDown() throws Exception {
    String id = world.enqueue().id();
    var change = BodyPublishers.ofString("{\"priority\": 7}");

    assertThat(send(request("jobs/" + id + "/priority", "ada").PUT(change)).statusCode())
        .isEqualTo(403);
    assertThat(send(request("jobs/" + id + "/priority", "olga").PUT(change)).body())
        .contains("\"priority\": 7");
    assertThat(world.audited).anyMatch(entry -> entry.contains("job.priority " + id + " to 7"));
  }

  @Test
  void eventsTellOfEachChangeUntilTheEnd() throws Exception {
    String id = world.enqueue().id();
    var lines =
        client
            .send(
                request("jobs/" + id + "/events", "ada")
                    .header("Accept", "text/event-stream")
                    .build(),
                BodyHandlers.ofLines())
            .body()
            .filter(line -> line.startsWith("data:"))
            .iterator();
    assertThat(lines.next()).contains("\"state\":\"queued\"");

    Lease lease = runner.claim().orElseThrow();
    world.notices.say("assay_job", id);
    assertThat(lines.next()).contains("\"state\":\"running\"");

    runner.close(lease, RunState.FINISHED);
    world.notices.say("assay_job", id);
    assertThat(lines.next()).contains("\"state\":\"finished\"");
    assertThat(lines.hasNext()).isFalse();
  }
}
