package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Judging again over HTTP: from a new version to its standing.
class RejudgingWayTest {
  private static final String STANDING =
      "/api/v1/benchmarks/polymul~negacyclic/standings?point=N1024-W64&version=";

  @TempDir Path folder;
  private PlatformWorld world;
  private Api host;
  private PlatformWorld.TestRunner runner;
  private Lease measured;

  @BeforeEach
  void measureOne() {
    world = new PlatformWorld(TestDatabase.freshAddress(), folder);
    Api operator = world.operator();
    host = world.account(operator, "hedy", "host");
    PlatformWorld.publish(host, "polymul/negacyclic@1.0.0", null);
    runner = world.runner(operator, "n1");
    PlatformWorld.submit(world.account(operator, "ada", "author"), "ntt", null);
    measured = runner.claim();
    assertThat(runner.measure(measured, 1e-3).status()).isEqualTo(200);
    assertThat(PlatformWorld.publish(host, "polymul/negacyclic@1.1.0", null).status())
        .isEqualTo(201);
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private Api.Reply create() {
    var created =
        host.post(
            "/api/v1/benchmarks/polymul~negacyclic/rejudgings",
            "{\"version\": \"1.1.0\", \"from\": [\"1.0.0\"]}");
    assertThat(created.status()).as(created.body()).isEqualTo(201);
    assertThat(created.text("/state")).isEqualTo("judging");
    return created;
  }

  /// As a runner does: from blobs that the lease names, and without opening anything.
  private void judgeAgain() {
    Lease lease = runner.claim();
    runner.heartbeat(lease);
    Lease.Rejudge rejudge = Objects.requireNonNull(lease.rejudge());
    assertThat(lease.source()).isNull();
    assertThat(lease.job().bundleVersion()).isEqualTo("1.1.0");
    assertThat(rejudge.answers()).hasSize(lease.job().points().size());
    var document = runner.api().get("/api/v1/runner/blobs/" + rejudge.run());
    Run run =
        JsonCodec.readRun(document.body().getBytes(StandardCharsets.UTF_8), "the run to judge");
    assertThat(run.id()).isEqualTo(measured.runId());
    rejudge
        .answers()
        .forEach(one ->
            assertThat(runner.api().get("/api/v1/runner/blobs/" + one.blob()).status())
                .isEqualTo(200));
    assertThat(runner.api().get("/api/v1/runner/blobs/" + lease.bundle().archive()).status())
        .isEqualTo(200);

    var messages = new ArrayList<ReportMessage>();
    messages.add(ReportMessage.rejudged(1, refused(run.points().getFirst())));
    messages.add(ReportMessage.rejudged(2, run.points().get(1)));
    var closed =
        new ResultsWorld.Planned(lease.jobId(), lease.job()).closed(RunState.FINISHED, List.of());
    messages.add(ReportMessage.closed(3, closed));
    var receipt = runner.report(lease, messages);
    assertThat(receipt.status()).as(receipt.body()).isEqualTo(200);
    assertThat(receipt.json().at("/stored")).hasSize(3);
  }

  /// The new verifier refuses the answer of the first case.
  static PointResult refused(PointResult point) {
    var cases = new ArrayList<>(point.cases());
    CaseResult c = cases.getFirst();
    cases.set(
        0,
        new CaseResult(
            c.index(),
            c.seed(),
            c.kind(),
            Status.WRONG,
            null,
            null,
            c.seconds(),
            c.bracketNanos(),
            c.cpuNanos(),
            c.cpuBeforeNanos(),
            c.noise(),
            c.attempts(),
            new Verification(false, Map.of("max_abs_err", 1.0), "too far off"),
            c.inputHashes(),
            c.outputHashes(),
            c.note(),
            c.remarks(),
            c.suspicions()));
    return new PointResult(
        point.point(),
        point.params(),
        point.derived(),
        point.bundleError(),
        point.platformError(),
        point.stages(),
        point.initNanos(),
        point.process(),
        point.retries(),
        point.make(),
        point.verify(),
        cases,
        point.remarks(),
        point.suspicions());
  }

  @Test
  void aNewVerifierGivesANewStandingAndLeavesTheOldOne() {
    String set = "/api/v1/rejudgings/" + create().text("/id");
    judgeAgain();

    var preview = host.get(set);
    assertThat(preview.text("/state")).isEqualTo("ready");
    assertThat(preview.json().at("/changes")).as(preview.body()).hasSize(1);
    assertThat(preview.json().at("/unchanged").asInt()).isEqualTo(1);
    assertThat(world.nobody().get(STANDING + "1.1.0").body()).doesNotContain("\"ntt\"");

    var applied = host.post(set + "/apply", null);
    assertThat(applied.text("/state")).as(applied.body()).isEqualTo("applied");

    assertThat(world.nobody().get(STANDING + "1.0.0").body())
        .contains("\"ntt\"")
        .contains(measured.runId());
    var refused = world.nobody().get(STANDING + "1.1.0");
    assertThat(refused.status()).isEqualTo(200);
    var passed = world.nobody().get(STANDING.replace("N1024-W64", "N2048-W64") + "1.1.0");
    assertThat(passed.body()).contains("\"ntt\"").contains(measured.runId());
    assertThat(world.nobody().get("/api/v1/runs/" + measured.runId()).status()).isEqualTo(200);
  }

  @Test
  void aDroppedSetChangesNothing() {
    String set = "/api/v1/rejudgings/" + create().text("/id");
    judgeAgain();

    assertThat(host.post(set + "/drop", null).text("/state")).isEqualTo("dropped");

    assertThat(host.post(set + "/apply", null).status()).isEqualTo(409);
    assertThat(world.nobody().get(STANDING + "1.1.0").body()).doesNotContain("\"ntt\"");
  }

  @Test
  void otherInputsAreShownAtTheSetAfterTheLastAttempt() {
    String set = "/api/v1/rejudgings/" + create().text("/id");
    for (int i = 0; i < 3; i++) {
      Lease lease = runner.claim();
      var surrendered = runner.surrender(lease, "inputs differ: of case 0");
      assertThat(surrendered.status()).isEqualTo(204);
    }

    var view = host.get(set);
    assertThat(view.text("/state")).as(view.body()).isEqualTo("ready");
    assertThat(view.text("/failures/0/reason")).contains("inputs differ");
  }
}
