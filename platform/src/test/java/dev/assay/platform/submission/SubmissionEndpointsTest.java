package dev.assay.platform.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.queue.ClaimedJob;
import dev.assay.platform.queue.JobKind;
import dev.assay.platform.queue.NewJob;
import dev.assay.platform.submission.SubmissionRequest.PackedCommit;
import dev.assay.platform.submission.SubmissionRequest.RepositoryCommit;
import dev.assay.platform.testkit.Api;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionEndpointsTest {
  private static final String BUNDLE = "polymul@1.0.0";
  private static final String PACK = "polymul@1";

  private final SubmissionWorld world = new SubmissionWorld();

  @BeforeEach
  void publish() {
    assertThat(world.publish("hedy", BUNDLE).status()).isEqualTo(201);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static SubmissionRequest asking(
      @Nullable List<String> points, @Nullable String seeds, @Nullable Boolean isPrivate) {
    return new SubmissionRequest(
        SubmissionWorld.request(PACK).pack(),
        null,
        null,
        points,
        seeds == null ? null : Seeds.parse(seeds),
        null,
        isPrivate);
  }

  private static SubmissionRequest packed(String repository, String commit, String path) {
    return new SubmissionRequest(
        new PackedCommit(SubmissionWorld.hash(PACK), repository, commit, path),
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static SubmissionRequest of(
      String url, @Nullable String revision, @Nullable String path) {
    return new SubmissionRequest(
        null, new RepositoryCommit(url, revision, path), null, null, null, null, null);
  }

  private void assertNothingHappened() {
    assertThat(world.count("submission")).isZero();
    assertThat(world.count("implementation")).isZero();
    assertThat(world.count("job")).isZero();
    assertThat(world.fetched).isEmpty();
  }

  @Test
  void freezesPlansAndQueues() {
    var reply = world.submit("ada", PACK);

    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    assertThat(reply.text("/bundle")).isEqualTo(BUNDLE);
    assertThat(reply.text("/image/digest")).isEqualTo(SubmissionWorld.DIGEST);
    assertThat(reply.text("/source/commit")).isEqualTo(SubmissionWorld.COMMIT);
    assertThat(reply.text("/blockers/0")).isEqualTo("no runner has a GPU");
    assertThat(reply.json().get("is_ranked").booleanValue()).isTrue();
    NewJob job = world.queued.getFirst();
    assertThat(job.hash()).isEqualTo(SubmissionWorld.hash(job.document()));
    assertThat(reply.text("/job_hash")).isEqualTo(job.hash());
    assertThat(job.demand().neededImages()).isEmpty();
  }

  @Test
  void takesTheNewestVersionThatIsMeant() {
    world.publish("hedy", "polymul@1.9.0");
    world.publish("hedy", "polymul@1.10.0");
    world.publish("hedy", "polymul@2.0.0");
    world.publish("hedy", "polymul@1.11.0-rc.1");

    assertThat(world.submit("ada", PACK).text("/bundle")).isEqualTo("polymul@1.10.0");
    assertThat(world.submit("ada", "polymul@1.9").text("/bundle")).isEqualTo("polymul@1.9.0");
    assertThat(world.submit("ada", "polymul@1.11").status()).isEqualTo(404);
    assertThat(world.submit("ada", "polymul@1.11.0-rc.1").text("/bundle"))
        .isEqualTo("polymul@1.11.0-rc.1");
  }

  @Test
  void takesTheNewestDigestOfAnImage() {
    String newer = "sha256:" + "2".repeat(64);
    world
        .as("hedy")
        .post(
            "/api/v1/images",
            "{\"reference\": \"localhost/assay/core\", \"digest\": \"%s\"}".formatted(newer));

    var reply = world.submit("ada", PACK);

    assertThat(reply.text("/image/digest")).isEqualTo(newer);
    assertThat(world.queued.getFirst().demand().neededImages()).containsExactly(newer);
  }

  @Test
  void aSubsetIsAFreeBenchmark() {
    world.upload("ada", PACK);

    var points = world.submit("ada", asking(List.of("N16-W64"), null, null));
    var seeds = world.submit("ada", asking(null, "1-3", null));

    assertThat(points.json().get("is_ranked").booleanValue()).isFalse();
    assertThat(seeds.json().get("is_ranked").booleanValue()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"N17", "'; drop table job; --", "<b>N16</b>"})
  void refusesPointsThatAreNone(String point) {
    world.upload("ada", PACK);

    var reply = world.submit("ada", asking(List.of(point), null, null));

    assertThat(reply.status()).isEqualTo(400);
    assertNothingHappened();
  }

  @Test
  void refusesSeedsBeyondTheSampleAndEmptyLists() {
    world.upload("ada", PACK);

    assertThat(world.submit("ada", asking(null, "1-21", null)).status()).isEqualTo(400);
    assertThat(world.submit("ada", asking(List.of(), null, null)).status()).isEqualTo(400);
    assertThat(
            world
                .submit("ada", asking(java.util.Collections.nCopies(1001, "N16-W64"), null, null))
                .status())
        .isEqualTo(400);
    assertNothingHappened();
  }

  @Test
  void packsServeWhoSentThemAlone() {
    world.upload("ada", PACK);

    var foreign = world.submit("bob", SubmissionWorld.request(PACK));

    assertThat(foreign.status()).isEqualTo(404);
    assertNothingHappened();
  }

  @Test
  void packsThatAreNoneAreRefusedAndLeaveNothing() throws Exception {
    assertThat(world.submit("ada", "garbage").text("/code")).isEqualTo("solution-invalid");
    assertNothingHappened();
    try (var left = java.nio.file.Files.list(world.folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void repliesToTheSameKeyTheSameAndDoesItOnce() {
    world.upload("ada", PACK);
    String request = JsonCodec.toJson(SubmissionWorld.request(PACK));
    Api keyed = world.as("ada").with("Idempotency-Key", "k1");

    var first = keyed.post("/api/v1/submissions", request);
    var again = keyed.post("/api/v1/submissions", request.replace("\n", " "));
    var other = keyed.post("/api/v1/submissions", JsonCodec.toJson(asking(null, "1-3", null)));
    world.upload("bob", PACK);
    var bobs = world.as("bob").with("Idempotency-Key", "k1").post("/api/v1/submissions", request);

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(other.status()).isEqualTo(409);
    assertThat(bobs.text("/job")).isNotEqualTo(first.text("/job"));
    assertThat(world.count("job")).isEqualTo(2);
  }

  @Test
  void whatFailedMayBeSentAgainWithItsKey() {
    Api keyed = world.as("ada").with("Idempotency-Key", "k1");
    String request = JsonCodec.toJson(SubmissionWorld.request(PACK));

    assertThat(keyed.post("/api/v1/submissions", request).status()).isEqualTo(404);
    world.upload("ada", PACK);
    assertThat(keyed.post("/api/v1/submissions", request).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "queued,        429",
    "running,       429",
    "finished,      201",
    "build-failed,  201",
    "bundle-error,  201",
    "platform-error,201",
    "cancelled,     201"
  })
  void whatWaitsIsBounded(String state, int expected) {
    for (int i = 1; i <= 3; i++) {
      world.submit("ada", PACK);
      world.state("job" + i, state);
    }

    var reply = world.submit("ada", PACK);

    assertThat(reply.status()).isEqualTo(expected);
    if (expected == 429) {
      assertThat(reply.text("/code")).isEqualTo("quota-exceeded");
      assertThat(reply.text("/detail")).contains("3 of your jobs").contains("3 may be");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "finished,      429",
    "build-failed,  429",
    "bundle-error,  429",
    "platform-error,201",
    "cancelled,     201"
  })
  void aFaultOfThePlatformNeverUsesTheDayUp(String state, int expected) {
    for (int i = 1; i <= 5; i++) {
      world.submit("ada", PACK);
      world.state("job" + i, state);
    }

    assertThat(world.submit("ada", PACK).status()).isEqualTo(expected);
    assertThat(world.submit("bob", PACK).status()).isEqualTo(201);
  }

  @Test
  void accountsMayHaveQuotasOfTheirOwn() {
    world
        .database
        .jdbi()
        .useHandle(handle ->
            handle.execute("update account set jobs_waiting_quota = 1 where name = 'ada'"));

    assertThat(world.submit("ada", PACK).status()).isEqualTo(201);
    assertThat(world.submit("ada", PACK).status()).isEqualTo(429);
  }

  @Test
  void fetchesWhatThePolicyAllowsOnly() {
    var good = world.submit("ada", of("https://example.org/ada/x.git", "main", "solutions/ntt"));
    assertThat(good.status()).as(good.body()).isEqualTo(201);
    assertThat(world.fetched).containsExactly("https://example.org/ada/x.git main solutions/ntt");

    for (String url :
        List.of(
            "file:///etc/passwd",
            "http://example.org/x",
            "https://127.0.0.1x/x",
            "https://ada:secret@example.org/x",
            "https://0x7f000001/x")) {
      assertThat(world.submit("ada", of(url, null, null)).status()).as(url).isIn(400, 403);
    }
    assertThat(world.fetched).hasSize(1);
    assertThat(world.count("submission")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'; drop table submission; --",
        "<script>alert(1)</script>",
        "${jndi:ldap://x}",
        "Robert'); --"
      })
  void textsAreKeptAsTheyAreAndInterpretedByNobody(String text) {
    world.upload("ada", PACK);

    var reply = world.submit("ada", packed(text, SubmissionWorld.COMMIT, "."));

    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    var view = world.as("ada").get("/api/v1/submissions/" + reply.text("/submission"));
    assertThat(view.text("/source/repository")).isEqualTo(text);
    assertThat(view.header("Content-Type")).startsWith("application/json");
    assertThat(world.count("submission")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " x", "a\u202Eb", "a\u0001b", "a\u001B[31mb", "a\nb", "a\u0000b"})
  void refusesTextsThatAreNotShownAsTheyAre(String text) {
    world.upload("ada", PACK);

    assertThat(world.submit("ada", packed(text, SubmissionWorld.COMMIT, ".")).status())
        .isEqualTo(400);
    assertThat(world.submit("ada", packed("r", SubmissionWorld.COMMIT, text)).status())
        .isEqualTo(400);
    assertThat(world.submit("ada", of("https://example.org/" + text, text, text)).status())
        .isEqualTo(400);
    assertNothingHappened();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../x", "a/../..", "/etc", "a/../../etc/passwd"})
  void refusesPathsThatLeadOut(String path) {
    world.upload("ada", PACK);

    assertThat(world.submit("ada", packed("r", SubmissionWorld.COMMIT, path)).status())
        .isEqualTo(400);
    assertThat(world.submit("ada", of("https://example.org/x", null, path)).status())
        .isEqualTo(400);
    assertNothingHappened();
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "HEAD", "C000000000000000000000000000000000000000", "c0", ""})
  void refusesCommitsThatAreNone(String commit) {
    world.upload("ada", PACK);

    assertThat(world.submit("ada", packed("r", commit, ".")).status()).isEqualTo(400);
    assertNothingHappened();
  }

  @Test
  void refusesHugeTextsUnknownKeysAndBoth() {
    world.upload("ada", PACK);
    var pack = SubmissionWorld.request(PACK).pack();
    var both =
        new SubmissionRequest(
            pack,
            new RepositoryCommit("https://example.org/x", null, null),
            null,
            null,
            null,
            null,
            null);
    var neither = new SubmissionRequest(null, null, null, null, null, null, null);
    var huge = packed("x".repeat(501), SubmissionWorld.COMMIT, ".");
    String unknown = "{\"pack\": {}, \"command\": \"rm -rf /\"}";

    assertThat(world.submit("ada", both).status()).isEqualTo(400);
    assertThat(world.submit("ada", neither).status()).isEqualTo(400);
    assertThat(world.submit("ada", huge).status()).isEqualTo(400);
    assertThat(world.as("ada").post("/api/v1/submissions", unknown).status()).isEqualTo(400);
    assertThat(
            world
                .as("ada")
                .post("/api/v1/submissions", "{\"bundle\": \"" + "x".repeat(2 << 20) + "\"}")
                .status())
        .isEqualTo(413);
    assertNothingHappened();
  }

  @Test
  void needsALogin() {
    String request = JsonCodec.toJson(SubmissionWorld.request(PACK));

    assertThat(world.nobody().post("/api/v1/submissions", request).status()).isEqualTo(401);
  }

  @Test
  void privateBenchmarksCannotBeSubmittedToNorSeen() {
    world.as("hedy").send("PATCH", "/api/v1/benchmarks/polymul", "{\"is_private\": true}");

    var hidden = world.submit("ada", PACK);
    var absent = world.submit("ada", "polymuk@1");

    assertThat(hidden.status()).isEqualTo(404);
    assertThat(hidden.text("/detail").replace("polymul", "polymuk"))
        .isEqualTo(absent.text("/detail"));
  }

  @Test
  void privateImplementationsLookAsIfTheyWereNot() {
    world.upload("ada", PACK);
    var receipt = world.submit("ada", asking(null, null, true));

    for (String path :
        List.of(
            "/api/v1/submissions/" + receipt.text("/submission"),
            "/api/v1/implementations/" + receipt.text("/implementation"))) {
      assertThat(world.as("ada").get(path).status()).isEqualTo(200);
      assertThat(world.as("olga").get(path).status()).isEqualTo(200);
      String absent = path.substring(0, path.lastIndexOf('/') + 1) + "zzzzzzzzzz";
      String id = path.substring(path.lastIndexOf('/') + 1);
      for (String other : List.of("bob", "hedy", "hugo", "nobody")) {
        var hidden = world.as(other).get(path);
        assertThat(hidden.status()).as(other).isEqualTo(404);
        assertThat(hidden.text("/detail").replace(id, "zzzzzzzzzz"))
            .isEqualTo(world.as(other).get(absent).text("/detail"));
      }
    }
    assertThat(items("bob", "")).isZero();
    assertThat(items("hedy", "")).isZero();
    assertThat(items("ada", "?mine=true")).isEqualTo(1);
    var line = world.as("bob").get("/api/v1/benchmarks/polymul");
    assertThat(line.json().at("/benchmark/implementations").intValue()).isZero();
  }

  private int items(String who, String query) {
    return world.as(who).get("/api/v1/implementations" + query).json().get("items").size();
  }

  @Test
  void theHostOfAPrivateBenchmarkSeesAllOfIt() {
    world.upload("ada", PACK);
    world.submit("ada", asking(null, null, true));
    world.as("hedy").send("PATCH", "/api/v1/benchmarks/polymul", "{\"is_private\": true}");

    assertThat(items("hedy", "?benchmark=polymul")).isEqualTo(1);
    assertThat(items("hugo", "?benchmark=polymul")).isZero();
    assertThat(items("ada", "")).isEqualTo(1);
  }

  @Test
  void anImplementationStaysWhoeverSubmitsAgain() {
    var first = world.submit("ada", PACK);
    var second = world.submit("ada", PACK);
    var bobs = world.submit("bob", PACK);

    assertThat(second.text("/implementation")).isEqualTo(first.text("/implementation"));
    assertThat(bobs.text("/implementation")).isNotEqualTo(first.text("/implementation"));
    var view = world.as("ada").get("/api/v1/implementations/" + first.text("/implementation"));
    assertThat(view.json().at("/implementation/submissions").intValue()).isEqualTo(2);
    assertThat(view.text("/jobs/0/id")).isEqualTo(second.text("/job"));
    assertThat(world.nobody().get("/api/v1/implementations").json().get("items").size())
        .isEqualTo(2);
  }

  @Test
  void saysARunnerWhereEverythingIs() {
    world.submit("ada", PACK);
    world.submit("ada", of("https://example.org/ada/x.git", null, null));

    var packed = lease(world.queued.get(0));
    var fetched = lease(world.queued.get(1));

    assertThat(packed.source())
        .isEqualTo(new Lease.SourceLocation(null, SubmissionWorld.hash(PACK)));
    assertThat(fetched.source())
        .isEqualTo(new Lease.SourceLocation("https://example.org/ada/x.git", null));
    assertThat(packed.bundle().archive()).isEqualTo(SubmissionWorld.hash(BUNDLE));
    assertThat(packed.recipes()).hasSize(1);
    assertThat(world.blobs.findSize(packed.recipes().getFirst().recipe())).isPresent();
    assertThat(packed.job())
        .isEqualTo(
            JsonCodec.read(
                world.queued.get(0).document().getBytes(StandardCharsets.UTF_8), Job.class, ""));
  }

  private Lease lease(NewJob job) {
    var leases = new MeasureLeases(world.database.jdbi(), world.versions, world.images);
    return leases.complete(
        new ClaimedJob(
            1,
            "j",
            1,
            "j-1",
            JobKind.MEASURE,
            job.document(),
            job.hash(),
            job.submissionKey(),
            null,
            job.bundleVersionKey(),
            Instant.EPOCH));
  }
}
