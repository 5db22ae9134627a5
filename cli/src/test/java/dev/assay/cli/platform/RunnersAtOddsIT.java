package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.queue.JobView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Reports that come again and again, runners that share a key, one of an older protocol, and jobs
/// that are cancelled.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunnersAtOddsIT {
  private final HttpClient http = HttpClient.newHttpClient();
  private PlatformFixture platform;
  private RunnerProcess runner;
  private Books books;

  @BeforeAll
  void open() throws Exception {
    platform = PlatformFixture.serving();
    runner = platform.runner("first");
    books = new Books(platform);
  }

  @AfterEach
  void clear() throws Exception {
    if (platform != null) {
      platform.network().be(FaultyProxy.Weather.FINE);
      if (!runner.isAlive()) {
        runner.start();
      }
    }
  }

  @AfterAll
  void close() throws Exception {
    http.close();
    if (platform != null) {
      platform.close();
    }
  }

  @Test
  void theSameReportTenTimesAndOutOfOrder() throws Exception {
    String job = platform.submit(2);
    platform.awaitCases(job, 1);
    platform.network().be(FaultyProxy.Weather.CUT);
    String run = platform.run(job);
    platform.await("the run is closed", () -> runner.ledger().isClosed(run));
    runner.kill();
    Path spool = runner.ledger().spools().getFirst();
    Lease lease =
        JsonCodec.read(Files.readAllBytes(spool.resolve("lease.json")), Lease.class, "the lease");
    bringFiles(spool);

    var messages = new ArrayList<ReportMessage>();
    for (int i = 0; i < 10; i++) {
      messages.addAll(runner.ledger().messages(run));
    }
    Collections.shuffle(messages, new Random(1));
    var refused = new ArrayList<ReportMessage>();
    for (ReportMessage message : messages) {
      if (report(lease, List.of(message)).statusCode() != 200) {
        refused.add(message);
      }
    }
    assertThat(refused).as("a message is never refused for when it comes").isEmpty();
    platform.network().be(FaultyProxy.Weather.FINE);
    runner.start();

    books.requireEnded(job, "finished");
    assertThat(platform.store().count("select attempt from job where id = ?", job)).isEqualTo(1);
  }

  private void bringFiles(Path spool) throws Exception {
    try (Stream<Path> files = Files.list(spool.resolve("files"))) {
      for (Path file : files.toList()) {
        var answer = send("PUT", "blobs/" + file.getFileName(), BodyPublishers.ofFile(file));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
      }
    }
  }

  private HttpResponse<String> report(Lease lease, List<ReportMessage> messages) throws Exception {
    var batch = new ReportBatch("another", lease.jobId(), lease.attempt(), lease.runId(), messages);
    return send("POST", "report", BodyPublishers.ofString(JsonCodec.toLine(batch)));
  }

  private HttpResponse<String> send(String method, String path, BodyPublisher body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(platform.url() + "/api/v1/runner/" + path))
            .header("Authorization", "Bearer " + key())
            .header(
                "Content-Type",
                method.equals("PUT") ? "application/octet-stream" : "application/json")
            .method(method, body)
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private String key() throws IOException {
    Path file = state(runner.home()).resolve("key.json");
    return JsonCodec.read(Files.readAllBytes(file), RunnerRegistration.Accepted.class, "the key")
        .key();
  }

  private static Path state(Path home) throws IOException {
    try (Stream<Path> folders = Files.list(home.resolve("runner"))) {
      return folders.findFirst().orElseThrow();
    }
  }

  @Test
  void aKeyThatWasCopiedToAnotherMachineServesOneOfTheTwo() throws Exception {
    String job = platform.submit(2);
    platform.awaitCases(job, 1);
    Process stranger =
        startCopy(
            "elsewhere",
            List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind \"$0\" /etc/machine-id && exec \"$@\"",
                machineId()));

    assertThat(stranger.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stranger.exitValue()).isEqualTo(4);
    assertThat(Files.readString(platform.folder().resolve("home-elsewhere.log")))
        .contains("already at work as another process");
    books.requireEnded(job, "finished");
    assertThat(platform.store().count("select attempt from job where id = ?", job)).isEqualTo(1);
  }

  @Test
  void aKeyThatWasCopiedOnTheSameMachineServesTheNewest() throws Exception {
    String job = platform.submit(8);
    platform.awaitCases(job, 2);
    Process copy = startCopy("copy", List.of());
    platform.await("the first one is told to stop", () -> !runner.isAlive());
    assertThat(Files.readString(runner.log())).contains("has taken over");

    platform.awaitEnd(job);
    copy.destroyForcibly().waitFor();
    runner.start();
    books.requireEnded(job, "finished");
    assertThat(platform.store().count("select attempt from job where id = ?", job)).isEqualTo(2);
  }

  private String machineId() throws IOException {
    Path file = platform.folder().resolve("machine-id");
    return Files.writeString(file, "0123456789abcdef0123456789abcdef\n").toString();
  }

  private Process startCopy(String name, List<String> before) throws Exception {
    RunnerProcess copy = platform.add(name, "http://127.0.0.1:" + platform.network().port());
    Path state = state(runner.home());
    Path to = copy.home().resolve("runner").resolve(state.getFileName());
    Files.createDirectories(to);
    Files.copy(state.resolve("key.json"), to.resolve("key.json"));
    copy.start(before, List.of());
    return copy.process();
  }

  @Test
  void anOlderProtocolIsToldWhatToDoAndGetsNothing() throws Exception {
    var answer =
        send(
            "POST",
            "hello",
            BodyPublishers.ofString("{\"protocol\": 0, \"name\": \"of an earlier day\"}"));

    assertThat(answer.statusCode()).isEqualTo(426);
    assertThat(answer.body()).contains("speaks protocol 0, the platform speaks 1");
    String job = platform.submit(1);
    books.requireEnded(job, "finished");
  }

  @Test
  void cancellingReachesARunningJobInFiveSeconds() throws Exception {
    String job = platform.submit(8);
    platform.awaitCases(job, 2);

    platform.api().post("/api/v1/jobs/%s/cancel".formatted(job), Map.of(), JobView.class);

    books.requireEnded(job, "cancelled");
    assertThat(
            platform
                .store()
                .column(
                    "select ended_at - cancel_requested_at < interval '5 seconds' from job where id = ?",
                    job))
        .containsExactly("t");
  }
}
