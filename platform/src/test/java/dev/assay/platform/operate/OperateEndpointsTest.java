package dev.assay.platform.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperateEndpointsTest {
  private final AtomicLong free = new AtomicLong(5);
  private final PlatformMetrics metrics = new PlatformMetrics();
  private Database database;
  private HttpServer server;

  @BeforeEach
  void start() {
    database = TestDatabase.fresh();
    server = serve(new OperateSettings("s3cret", 5, Duration.ofSeconds(5)));
  }

  @AfterEach
  void stop() {
    server.close();
    database.close();
  }

  private HttpServer serve(OperateSettings settings) {
    var endpoints =
        new OperateEndpoints(
            List.of(
                OperateEndpoints.databaseAnswers(database),
                new FreeDisk(free::get, settings.leastFreeBytes())),
            metrics,
            database,
            () -> new FolderBlobs.Use(2, 30),
            settings,
            "0.1.0");
    return HttpServer.start(
        HttpSettings.unlimited("127.0.0.1", 0),
        new Nobody(),
        metrics::answered,
        List.of(endpoints));
  }

  @Test
  void isHealthyWhileAllPartsWork() throws IOException, InterruptedException {
    HttpResponse<String> answer = get("/health", "");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"status\": \"ok\"", "\"name\": \"database\"", "\"is_ok\": true");
  }

  @Test
  void failsWithItsReasonWhenTheDiskIsFullOrTheDatabaseIsAway()
      throws IOException, InterruptedException {
    free.set(4);
    HttpResponse<String> full = get("/health", "");
    database.close();
    HttpResponse<String> away = get("/health", "");

    assertThat(full.statusCode()).isEqualTo(503);
    assertThat(full.body()).contains("\"status\": \"failing\"", "4 B free, 5 B needed at least");
    assertThat(away.statusCode()).isEqualTo(503);
    assertThat(away.body()).contains("\"is_ok\": false");
  }

  @Test
  void tellsWhatItCountedAndWhatTheDatabaseHas() throws IOException, InterruptedException {
    database
        .jdbi()
        .useHandle(handle -> {
          handle.execute(
              "insert into runner (id, name, pool, labels, key_hash, last_seen_at) values ('a', 'a', 'p', '{}', 'a', now()), ('b', 'b', 'p', '{}', 'b', null)");
          handle.execute("insert into account (id, name, role) values ('a', 'a', 'host')");
        });
    metrics.claimed();
    metrics.leaseLost();
    metrics.reported(new ReportBatch.Receipt(List.of(1L, 2L), false));
    metrics.reported(new ReportBatch.Receipt(List.of(3L), true));
    get("/health", "");

    String text = get("/metrics", "Bearer s3cret").body();

    assertThat(text)
        .contains(
            "assay_claims_total 1.0",
            "assay_leases_lost_total 1.0",
            "assay_report_messages_total 2.0",
            "assay_late_reports_total 1.0",
            "assay_jobs_queued 0.0",
            "assay_oldest_queued_job_seconds 0.0",
            "assay_runners{state=\"active\"} 1.0",
            "assay_runners{state=\"silent\"} 1.0",
            "assay_blob_bytes 30.0",
            "assay_database_up 1.0",
            "assay_database_connections{state=\"idle\"}",
            "assay_http_request_duration_seconds_count{method=\"GET\",route=\"/health\",status=\"200\"} 1",
            "jvm_memory_used_bytes");
  }

  @Test
  void tellsWhatItCanWhenTheDatabaseIsAway() throws IOException, InterruptedException {
    database.close();

    assertThat(get("/metrics", "Bearer s3cret").body())
        .contains("assay_database_up 0.0", "assay_claims_total 0.0");
  }

  @Test
  void keepsMetricsFromThoseWithoutTheToken() throws IOException, InterruptedException {
    assertThat(get("/metrics", "").statusCode()).isEqualTo(401);
    assertThat(get("/metrics", "Bearer guess").statusCode()).isEqualTo(401);
    assertThat(get("/metrics", "Bearer s3cret").statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> get(String path, String authorization)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(
              URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)));
      if (!authorization.isEmpty()) {
        request.header("Authorization", authorization);
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private static final class Nobody implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      return Caller.anonymous(exchange.remote());
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      throw new AssayException(ErrorCode.NOT_AUTHENTICATED, "nobody");
    }
  }
}
