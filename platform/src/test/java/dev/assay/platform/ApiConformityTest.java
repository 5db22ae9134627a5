package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole platform over HTTP, each answer held to the description of the API.
class ApiConformityTest {
  @TempDir Path folder;
  private PlatformWorld world;

  @BeforeEach
  void start() {
    world = new PlatformWorld(TestDatabase.freshAddress(), folder);
  }

  @AfterEach
  void stop() {
    world.close();
  }

  @Test
  void everyRouteIsDescribedAndEveryDescriptionIsARoute() {
    var routes = world.platform.routes();

    assertThat(routes).hasSizeGreaterThan(50);
    assertThat(world.conformity.undocumented(routes)).isEmpty();
    assertThat(world.conformity.unregistered(routes)).isEmpty();
  }

  @Test
  void aRunsWayFromItsSubmissionToThePackage() {
    Api operator = world.operator();
    Api host = world.account(operator, "hedy", "host");
    Api author = world.account(operator, "ada", "author");
    created(
        host.post(
            "/api/v1/images",
            """
            {"reference": "localhost/assay/core", "digest": "%s", "recipe": "name = \\"core\\""}
            """
                .formatted(PlatformWorld.DIGEST)));
    created(PlatformWorld.publish(host, "polymul/negacyclic@1.0.0", null));
    var runner = world.runner(operator, "n1");
    var submitted = created(PlatformWorld.submit(author, "ntt", null));
    String job = submitted.text("/job");
    assertThat(submitted.json().at("/blockers")).isEmpty();
    var lease = runner.claim();
    assertThat(lease.jobId()).isEqualTo(job);
    runner.heartbeat(lease);
    ok(world.nobody().get("/api/v1/jobs/" + job));

    ok(runner.measure(lease, 1e-3));
    PlatformWorld.submit(author, "fft", null);
    var second = runner.claim();
    ok(runner.measure(second, 2e-3));

    assertThat(ok(world.nobody().get("/api/v1/jobs/" + job)).text("/job/state"))
        .isEqualTo("finished");
    assertThat(ok(world.nobody().get("/api/v1/jobs/%s/events".formatted(job))).body())
        .contains("finished");
    readsAll(world.nobody(), submitted, lease.runId(), second.runId());
    readsAsOperator(operator);
    assertThat(operator.get("/metrics").body())
        .contains("assay_claims_total 2.0", "assay_late_reports_total 0.0")
        .containsPattern("assay_report_messages_total [1-9]");
  }

  private void readsAll(Api reader, Api.Reply submitted, String run, String other) {
    String runPath = "/api/v1/runs/" + run;
    String benchmark = "/api/v1/benchmarks/polymul~negacyclic";
    List.of(
            "/api/v1/jobs",
            "/api/v1/jobs/%s/document".formatted(submitted.text("/job")),
            "/api/v1/submissions/" + submitted.text("/submission"),
            "/api/v1/implementations",
            "/api/v1/implementations/" + submitted.text("/implementation"),
            "/api/v1/images",
            "/api/v1/bundles",
            "/api/v1/benchmarks",
            benchmark,
            benchmark + "/versions/1.0.0/archive",
            benchmark + "/standings?point=N1024-W64",
            "/api/v1/runs",
            "/api/v1/runs?benchmark=polymul~negacyclic&limit=1",
            runPath,
            runPath + "/document",
            runPath + "/points/N1024-W64",
            runPath + "/points.csv",
            runPath + "/cases.csv",
            runPath + "/files/logs/build.log",
            runPath + "/package",
            benchmark + "/export",
            "/api/v1/compare?run=%s&run=%s".formatted(run, other),
            "/health",
            "/metrics",
            "/api/v1/openapi.yaml")
        .forEach(path -> ok(reader.get(path)));
    var standing = reader.get(benchmark + "/standings?point=N1024-W64").body();
    assertThat(standing.indexOf("\"ntt\"")).isPositive().isLessThan(standing.indexOf("\"fft\""));
  }

  private static void readsAsOperator(Api operator) {
    List.of(
            "/api/v1/account",
            "/api/v1/tokens",
            "/api/v1/accounts",
            "/api/v1/audit",
            "/api/v1/runners",
            "/api/v1/late-reports")
        .forEach(path -> ok(operator.get(path)));
  }

  private static Api.Reply ok(Api.Reply reply) {
    assertThat(reply.status()).as("%s: %s", reply.response().uri(), reply.body()).isEqualTo(200);
    return reply;
  }

  private static Api.Reply created(Api.Reply reply) {
    assertThat(reply.status()).as("%s: %s", reply.response().uri(), reply.body()).isEqualTo(201);
    return reply;
  }
}
