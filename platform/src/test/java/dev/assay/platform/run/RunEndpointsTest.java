package dev.assay.platform.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.intake.IntakeEndpoints;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.standing.StandingEndpoints;
import dev.assay.platform.standing.Standings;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.MemoryBlobs;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Through HTTP, with a runner that reports and people that read.
class RunEndpointsTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final MemoryBlobs blobs = new MemoryBlobs();
  private Database database;
  private ResultsWorld world;
  private HttpServer server;
  private ResultsWorld.Planned planned;
  private List<PointResult> points;

  @BeforeEach
  void open() throws Exception {
    database = TestDatabase.fresh();
    world = new ResultsWorld(database.jdbi());
    var jdbi = database.jdbi();
    server =
        HttpServer.start(
            "127.0.0.1",
            0,
            new NamedCallers(),
            List.of(
                new IntakeEndpoints(
                    jdbi, new ReportIntake(jdbi, new RowLeases()), blobs, 1 << 20, receipt -> {}),
                new RunEndpoints(jdbi, blobs),
                new StandingEndpoints(jdbi, new Standings(jdbi, InstantSource.system()))));
    planned = world.plan("ntt");
    points = List.of(planned.point(0, one -> 1e-3), planned.point(1, one -> 2e-3));
    report();
  }

  @AfterEach
  void close() {
    server.close();
    database.close();
  }

  /// The bearer is the name.
  private final class NamedCallers implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      String name = exchange.bearer();
      return name == null
          ? ResultsWorld.reader()
          : name.equals("host") ? world.host() : world.author();
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      return world.runner();
    }
  }

  private void report() throws Exception {
    byte[] log = "=first line\nsecond line\n".getBytes(StandardCharsets.UTF_8);
    byte[] answers = archive(Map.of("000000/c.bin", "answer"));
    put(log);
    put(answers);
    var messages = new ArrayList<>(planned.messages(RunState.FINISHED, points));
    var closed = messages.removeLast();
    long next = closed.sequence();
    messages.add(
        ReportMessage.file(
            next,
            new ReportMessage.KeptFile("logs/build.log", MemoryBlobs.hashOf(log), log.length)));
    messages.add(
        ReportMessage.file(
            next + 1,
            new ReportMessage.KeptFile(
                "answers/N1024-W64/0.tar.zst", MemoryBlobs.hashOf(answers), answers.length)));
    messages.add(ReportMessage.closed(next + 2, java.util.Objects.requireNonNull(closed.closed())));
    var answer =
        client.send(
            request("/api/v1/runner/report")
                .header("Content-Type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(JsonCodec.toJson(planned.batch(messages))))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private void put(byte[] content) throws Exception {
    var answer =
        client.send(
            request("/api/v1/runner/blobs/" + MemoryBlobs.hashOf(content))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(content))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> fetch(String path, String... headers) throws Exception {
    var request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void theDocumentIsWhatTheRunnerWroteAndNeverChanges() throws Exception {
    var answer = fetch("/api/v1/runs/job1-1/document");

    assertThat(answer.body())
        .isEqualTo(JsonCodec.toJson(planned.closed(RunState.FINISHED, points)));
    String tag = answer.headers().firstValue("ETag").orElseThrow();
    assertThat(answer.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
    assertThat(fetch("/api/v1/runs/job1-1/document", "If-None-Match", tag).statusCode())
        .isEqualTo(304);
  }

  @Test
  void aRunShowsItsFourCoordinates() throws Exception {
    var view =
        JsonCodec.read(
            fetch("/api/v1/runs/job1-1").body().getBytes(StandardCharsets.UTF_8),
            RunView.class,
            "the answer");

    assertThat(view.state()).isEqualTo("finished");
    assertThat(view.code().commit()).isEqualTo("c0ffee");
    assertThat(view.machine().machineClass()).startsWith("x86_64");
    assertThat(view.environment().versions()).containsKey("runc");
    assertThat(view.points()).hasSize(2).allMatch(one -> one.verdict() != null);
    assertThat(view.files()).hasSize(2);
  }

  @Test
  void aPointShowsEveryCase() throws Exception {
    var view =
        JsonCodec.read(
            fetch("/api/v1/runs/job1-1/points/N1024-W64").body().getBytes(StandardCharsets.UTF_8),
            PointView.class,
            "the answer");

    assertThat(view.result()).isEqualTo(points.getFirst());
    assertThat(view.verdicts()).hasSize(1);
  }

  @Test
  void listsByBenchmarkImplementationAndRunner() throws Exception {
    for (String filter :
        List.of("", "?benchmark=polymul~negacyclic", "?implementation=ntt", "?runner=n1")) {
      assertThat(fetch("/api/v1/runs" + filter).body()).contains("job1-1");
    }
    assertThat(fetch("/api/v1/runs?benchmark=other").body()).doesNotContain("job1-1");
    assertThat(fetch("/api/v1/runs?benchmark=a&runner=b").statusCode()).isEqualTo(400);
  }

  @Test
  void privateRunsAnswerLikeThoseThatDoNotExist() throws Exception {
    database
        .jdbi()
        .useHandle(handle -> handle.execute("update implementation set is_private = true"));

    for (String path :
        List.of(
            "",
            "/document",
            "/points/N1024-W64",
            "/points.csv",
            "/cases.csv",
            "/package",
            "/files/logs/build.log")) {
      assertThat(fetch("/api/v1/runs/job1-1" + path).statusCode()).as(path).isEqualTo(404);
      assertThat(fetch("/api/v1/runs/job1-1" + path, "Authorization", "Bearer author").statusCode())
          .as(path)
          .isEqualTo(200);
    }
    assertThat(fetch("/api/v1/runs").body()).doesNotContain("job1-1");
  }

  @Test
  void tablesAreCsvWithoutFormulas() throws Exception {
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute("update implementation set name = '=cmd|'' /C calc''!A0,\"x\"'"));

    String csv = fetch("/api/v1/runs/job1-1/points.csv").body();

    assertThat(csv.lines().count()).isEqualTo(3);
    assertThat(csv).contains("\"'=cmd|' /C calc'!A0,\"\"x\"\"\"").contains("\r\n");
    assertThat(fetch("/api/v1/runs/job1-1/cases.csv").body().lines().count()).isEqualTo(51);
  }

  @Test
  void logsHaveRangesAndAreNeverHtml() throws Exception {
    String path = "/api/v1/runs/job1-1/files/logs/build.log";

    var whole = fetch(path);
    var part = fetch(path, "Range", "bytes=1-5");
    var end = fetch(path, "Range", "bytes=-5");

    assertThat(whole.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(whole.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("first");
    assertThat(end.body()).isEqualTo("line\n");
    assertThat(fetch(path, "Range", "bytes=900-").statusCode()).isEqualTo(416);
  }

  @Test
  void thePackageIsARunsFolderWithTheBundleInIt() throws Exception {
    byte[] bundle = archive(Map.of("bundle.toml", "[bundle]", "../outside", "x"));
    String hash = blobs.store(bundle);
    database
        .jdbi()
        .useHandle(handle -> {
          handle.execute("alter table bundle_version disable trigger insert_only");
          handle.execute("update bundle_version set archive_blob = ?", hash);
        });

    Map<String, String> files = unpacked("/api/v1/runs/job1-1/package");

    assertThat(files)
        .containsKeys(
            "job1-1/README.md",
            "job1-1/job.json",
            "job1-1/verdicts.json",
            "job1-1/bundle/bundle.toml",
            "job1-1/logs/build.log",
            "job1-1/answers/N1024-W64/000000/c.bin");
    assertThat(files.get("job1-1/run.json"))
        .isEqualTo(JsonCodec.toJson(planned.closed(RunState.FINISHED, points)));
    assertThat(files.keySet()).noneMatch(name -> name.contains(".."));
  }

  @Test
  void theExportHoldsWhatTheCallerMaySee() throws Exception {
    world.plan("other");

    Map<String, String> files = unpacked("/api/v1/benchmarks/polymul~negacyclic/export");

    assertThat(files.get("polymul-negacyclic/runs.jsonl")).contains("job1-1");
    assertThat(String.valueOf(files.get("polymul-negacyclic/cases.csv")).lines()).hasSize(51);
    assertThat(files).containsKey("polymul-negacyclic/bundles/1.0.0.json");
    assertThat(fetch("/api/v1/benchmarks/nothing/export").statusCode()).isEqualTo(404);
  }

  @Test
  void aRunnerFetchesOnlyWhatItsLeaseNames() throws Exception {
    String foreign = blobs.store("secret".getBytes(StandardCharsets.UTF_8));

    assertThat(fetch("/api/v1/runner/blobs/" + foreign).statusCode()).isEqualTo(404);
    assertThat(fetch("/api/v1/runner/blobs/" + MemoryBlobs.hashOf(new byte[0])).statusCode())
        .isEqualTo(404);
  }

  @Test
  void twoRunsCompareOverHttp() throws Exception {
    var answer = fetch("/api/v1/compare?run=job1-1&run=job1-1");

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("cannot tell them apart");
  }

  @Test
  void aStandingIsAnsweredAndKnown() throws Exception {
    String path = "/api/v1/benchmarks/polymul~negacyclic/standings?point=N1024-W64";
    var answer = fetch(path);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String tag = answer.headers().firstValue("ETag").orElseThrow();
    assertThat(fetch(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
    assertThat(fetch("/api/v1/benchmarks/polymul~negacyclic/standings").statusCode())
        .isEqualTo(400);
  }

  private static byte[] archive(Map<String, String> files) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new ZstdOutputStream(out))) {
      for (var file : files.entrySet()) {
        byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
        var entry = new TarArchiveEntry(file.getKey(), true);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return out.toByteArray();
  }

  private Map<String, String> unpacked(String path) throws Exception {
    byte[] answer =
        client.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray()).body();
    var files = new TreeMap<String, String>();
    try (var tar =
        new TarArchiveInputStream(new ZstdInputStream(new ByteArrayInputStream(answer)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return files;
  }
}
