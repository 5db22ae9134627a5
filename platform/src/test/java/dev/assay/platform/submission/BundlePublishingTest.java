package dev.assay.platform.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.BundlePublication;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundlePublishingTest {
  private static final String ONE = "polymul/negacyclic@1.0.0";
  private static final String PATH = "/api/v1/benchmarks/polymul~negacyclic";

  private final SubmissionWorld world = new SubmissionWorld();

  @AfterEach
  void close() {
    world.close();
  }

  private static BundlePublication with(
      BundlePublication publication, @Nullable Boolean isPrivate, @Nullable String pool) {
    return new BundlePublication(
        publication.archive(),
        publication.image(),
        publication.recipe(),
        publication.findings(),
        isPrivate,
        pool);
  }

  private static BundlePublication with(BundlePublication publication, List<CheckFinding> all) {
    return new BundlePublication(
        publication.archive(),
        publication.image(),
        publication.recipe(),
        all,
        publication.isPrivate(),
        publication.referencePool());
  }

  private void publishPrivately(String who, String archive) {
    world.upload(who, archive);
    var publication = with(SubmissionWorld.publication(archive), true, null);
    assertThat(world.publish(who, publication).status()).isEqualTo(201);
  }

  @Test
  void publishesWhatIsProven() {
    var reply = world.publish("hedy", ONE);

    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    assertThat(reply.text("/benchmark")).isEqualTo("polymul/negacyclic");
    assertThat(reply.text("/hash")).isEqualTo(SubmissionWorld.hash(ONE));
    var view = world.nobody().get(PATH);
    assertThat(view.text("/benchmark/owner")).isEqualTo("hedy");
    assertThat(view.text("/bar")).contains("max_abs_err");
    assertThat(view.text("/spec/points/0/name")).isEqualTo("N16-W64");
    assertThat(view.text("/versions/0/version")).isEqualTo("1.0.0");
    assertThat(world.audited).contains("bundle.publish polymul/negacyclic@1.0.0");
  }

  @Test
  void publishesTheSameTwiceAndChangesNothing() {
    world.publish("hedy", ONE);

    var again = world.publish("hedy", SubmissionWorld.publication(ONE));

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().get("is_new").booleanValue()).isFalse();
    assertThat(world.count("bundle_version")).isEqualTo(1);
  }

  @Test
  void neverChangesAPublishedVersion() {
    world.publish("hedy", ONE);

    var other = world.publish("hedy", ONE + " with other files");

    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text("/detail")).contains("never changes").contains("raise the version");
    assertThat(world.nobody().get(PATH).text("/hash")).isEqualTo(SubmissionWorld.hash(ONE));
  }

  @Test
  void saysThatAnOlderVersionIsNotTheNewest() {
    world.publish("hedy", "polymul@1.10.0");

    var older = world.publish("hedy", "polymul@1.9.0");

    assertThat(older.status()).isEqualTo(201);
    assertThat(older.text("/remarks/0")).contains("older than 1.10.0");
    var view = world.nobody().get("/api/v1/benchmarks/polymul");
    assertThat(view.text("/benchmark/version")).isEqualTo("1.10.0");
    assertThat(view.text("/versions/1/version")).isEqualTo("1.9.0");
  }

  @Test
  void refusesAFailureWithItsReason() {
    world.upload("hedy", ONE);
    var all = new ArrayList<>(SubmissionWorld.findings(ONE));
    all.set(3, new CheckFinding("reference", false, "N16-W64: 1 of 25 cases ok"));

    var reply = world.publish("hedy", with(SubmissionWorld.publication(ONE), all));

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.text("/detail")).contains("reference: N16-W64: 1 of 25 cases ok");
    assertThat(world.count("benchmark")).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void refusesFindingsThatLackACheck(int missing) {
    world.upload("hedy", ONE);
    var all = new ArrayList<>(SubmissionWorld.findings(ONE));
    all.remove(missing);

    var reply = world.publish("hedy", with(SubmissionWorld.publication(ONE), all));

    assertThat(reply.status()).isEqualTo(422);
    assertThat(world.count("benchmark")).isZero();
  }

  @Test
  void refusesFindingsOfOtherFilesAndNone() {
    world.upload("hedy", ONE);
    var publication = SubmissionWorld.publication(ONE);

    var others = world.publish("hedy", with(publication, SubmissionWorld.findings("x@1.0.0")));
    var none = world.publish("hedy", with(publication, List.of()));

    assertThat(others.status()).isEqualTo(422);
    assertThat(others.text("/detail")).contains("of another bundle");
    assertThat(none.status()).isEqualTo(422);
  }

  @Test
  void aNameBelongsToItsFirstHost() {
    publishPrivately("hedy", ONE);

    var reply = world.publish("hugo", "polymul/negacyclic@2.0.0");

    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.text("/detail")).doesNotContain("hedy").doesNotContain("private");
  }

  @Test
  void refusesAnImageThatNobodyKnows() {
    world.upload("hedy", ONE);
    var known = SubmissionWorld.publication(ONE);
    var unknown =
        new BundlePublication(known.archive(), known.image(), null, known.findings(), null, null);
    var other =
        new BundlePublication(
            known.archive(),
            new ImageIdentity("localhost/other", SubmissionWorld.DIGEST),
            "x",
            known.findings(),
            null,
            null);

    assertThat(world.publish("hedy", unknown).text("/code")).isEqualTo("image-not-found");
    assertThat(world.publish("hedy", other).text("/code")).isEqualTo("bundle-invalid");
    assertThat(world.count("benchmark")).isZero();
  }

  @Test
  void aBlobServesWhoSentItAlone() {
    world.upload("hedy", ONE);

    var foreign = world.publish("hugo", SubmissionWorld.publication(ONE));
    var unknown = world.publish("hugo", SubmissionWorld.publication("nothing@1.0.0"));

    assertThat(foreign.status()).isEqualTo(404);
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(foreign.text("/detail"))
        .isEqualTo(
            unknown
                .text("/detail")
                .replace(SubmissionWorld.hash("nothing@1.0.0"), SubmissionWorld.hash(ONE)));
  }

  @Test
  void authorsDoNotPublish() {
    world.upload("ada", ONE);

    assertThat(world.publish("ada", SubmissionWorld.publication(ONE)).status()).isEqualTo(403);
    assertThat(world.nobody().post("/api/v1/bundles", "{}").status()).isEqualTo(401);
  }

  @Test
  void privateBenchmarksLookAsIfTheyWereNot() {
    publishPrivately("hedy", ONE);

    for (String path : List.of(PATH, PATH + "/versions/1.0.0/archive")) {
      assertThat(world.as("hedy").get(path).status()).isEqualTo(200);
      assertThat(world.as("olga").get(path).status()).isEqualTo(200);
      var hidden = world.as("hugo").get(path);
      var absent = world.as("hugo").get(path.replace("negacyclic", "negacyclyc"));
      assertThat(hidden.status()).isEqualTo(404);
      assertThat(hidden.text("/detail").replace("negacyclic", "negacyclyc"))
          .isEqualTo(absent.text("/detail"));
    }
    assertThat(world.as("hugo").get("/api/v1/benchmarks").json().get("items").isEmpty()).isTrue();
    assertThat(world.as("hedy").get("/api/v1/benchmarks").json().get("items").size()).isEqualTo(1);
    assertThat(world.as("hugo").send("PATCH", PATH, "{\"is_private\": false}").status())
        .isEqualTo(404);
  }

  @Test
  void hostsAndOperatorsSettleABenchmark() {
    world.publish("hedy", ONE);

    var by = world.as("hedy").send("PATCH", PATH, "{\"reference_pool\": \"quiet\"}");
    var operator = world.as("olga").send("PATCH", PATH, "{\"is_private\": true}");
    var cleared = world.as("hedy").send("PATCH", PATH, "{\"reference_pool\": \"\"}");

    assertThat(by.text("/reference_pool")).isEqualTo("quiet");
    assertThat(operator.json().get("is_private").booleanValue()).isTrue();
    assertThat(operator.text("/reference_pool")).isEqualTo("quiet");
    assertThat(cleared.json().has("reference_pool")).isFalse();
  }

  @Test
  void othersDoNotSettleABenchmark() {
    world.publish("hedy", ONE);

    assertThat(world.as("hugo").send("PATCH", PATH, "{\"is_private\": true}").status())
        .isEqualTo(403);
    assertThat(world.as("ada").send("PATCH", PATH, "{\"is_private\": true}").status())
        .isEqualTo(403);
  }

  @Test
  void doesNotChangeWhoSeesABenchmarkByTheWay() {
    world.publish("hedy", ONE);
    world.upload("hedy", "polymul/negacyclic@1.1.0");

    var reply =
        world.publish(
            "hedy", with(SubmissionWorld.publication("polymul/negacyclic@1.1.0"), true, null));

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/detail")).contains("PATCH");
  }

  @Test
  void archivesNeverChangeAndSaySo() {
    world.publish("hedy", ONE);
    String path = PATH + "/versions/1.0.0/archive";

    var first = world.nobody().get(path);
    var second = world.nobody().with("If-None-Match", first.header("ETag")).get(path);

    assertThat(first.body()).isEqualTo(ONE);
    assertThat(first.header("Cache-Control")).contains("immutable");
    assertThat(second.status()).isEqualTo(304);
    assertThat(world.nobody().get(PATH + "/versions/1/archive").status()).isEqualTo(404);
  }

  @Test
  void findsTextAndTurnsPages() {
    for (int i = 0; i < 5; i++) {
      world.publish("hedy", "bench-%d@1.0.0".formatted(i));
    }

    var found = world.nobody().get("/api/v1/benchmarks?query=BENCH-3");
    var first = world.nobody().get("/api/v1/benchmarks?limit=3");
    var second = world.nobody().get("/api/v1/benchmarks?limit=3&cursor=" + first.text("/next"));

    assertThat(found.json().get("items").size()).isEqualTo(1);
    assertThat(first.text("/items/0/name")).isEqualTo("bench-4");
    assertThat(second.json().get("items").size()).isEqualTo(2);
    assertThat(second.json().has("next")).isFalse();
    assertThat(world.nobody().get("/api/v1/benchmarks?query=%25").json().get("items").isEmpty())
        .isTrue();
  }

  @Test
  void anImageReferenceBelongsToItsFirstPublisher() {
    world.publish("hedy", ONE);
    String other =
        "{\"reference\": \"localhost/assay/core\", \"digest\": \"sha256:%s\"}"
            .formatted("2".repeat(64));

    var foreign = world.as("hugo").post("/api/v1/images", other);
    var same =
        world.as("hugo").post("/api/v1/images", other.replace("2".repeat(64), "1".repeat(64)));
    var own = world.as("hedy").post("/api/v1/images", other);

    assertThat(foreign.status()).isEqualTo(403);
    assertThat(same.status()).isEqualTo(200);
    assertThat(own.status()).isEqualTo(201);
    assertThat(world.nobody().get("/api/v1/images").text("/items/0/digest"))
        .endsWith("2".repeat(64));
  }

  @Test
  void boundsRecipes() {
    String image =
        JsonCodec.toJson(
            new dev.assay.platform.bundle.ImagePublication(
                "localhost/big", SubmissionWorld.DIGEST, "x".repeat((64 << 10) + 1)));

    assertThat(world.as("hedy").post("/api/v1/images", image).status()).isEqualTo(413);
    assertThat(world.count("image")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'; drop table image; --",
        "<script>alert(1)</script>",
        "a\u202Eb",
        "a b",
        "",
        "line\\nbreak",
        "\\u001b[31m"
      })
  void refusesImagesThatAreNone(String reference) {
    String image =
        "{\"reference\": \"%s\", \"digest\": \"%s\"}".formatted(reference, SubmissionWorld.DIGEST);

    assertThat(world.as("hedy").post("/api/v1/images", image).status()).isEqualTo(400);
    assertThat(world.count("image")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256:12", "md5:aa", "", "sha256:'; drop table image; --"})
  void refusesDigestsThatAreNone(String digest) {
    String image = "{\"reference\": \"localhost/a\", \"digest\": \"%s\"}".formatted(digest);

    assertThat(world.as("hedy").post("/api/v1/images", image).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'; drop table benchmark; --",
        "<img src=x onerror=alert(1)>",
        "..%2F..%2Fetc%2Fpasswd",
        "%00",
        "%E2%80%AE",
        "polymul~negacyclic' or '1'='1"
      })
  void unfriendlyNamesAreNames(String name) {
    world.publish("hedy", ONE);

    var reply =
        world
            .nobody()
            .get(
                "/api/v1/benchmarks/"
                    + name.replace(" ", "%20")
                        .replace("<", "%3C")
                        .replace(">", "%3E")
                        .replace("'", "%27"));

    assertThat(reply.status()).isIn(400, 404);
    assertThat(world.count("benchmark")).isEqualTo(1);
  }

  @Test
  void holdsBlobsToTheirHashAndSize() {
    String wrong = "/api/v1/blobs/" + "0".repeat(64);
    var ada = world.as("ada").with("Content-Type", "application/octet-stream");

    assertThat(ada.send("PUT", wrong, "text").status()).isEqualTo(400);
    assertThat(ada.send("PUT", "/api/v1/blobs/..%2f..%2fetc", "x").status()).isIn(400, 404);
    assertThat(world.upload("ada", "x".repeat(2049)).status()).isEqualTo(413);
    assertThat(world.upload("hedy", "x".repeat(2049)).status()).isEqualTo(201);
    assertThat(world.upload("hedy", "x".repeat(4097)).status()).isEqualTo(413);
    assertThat(world.upload("ada", "x").status()).isEqualTo(201);
    assertThat(world.upload("ada", "x").status()).isEqualTo(200);
    assertThat(world.count("blob_upload")).isEqualTo(2);
  }

  @Test
  void boundsWhatOneAccountSendsInADay() {
    try (var small = new SubmissionWorld(new Quotas(1, 1), 3000)) {
      assertThat(small.upload("ada", "a".repeat(2000)).status()).isEqualTo(201);

      var more = small.upload("ada", "b".repeat(2000));

      assertThat(more.status()).isEqualTo(429);
      assertThat(more.text("/code")).isEqualTo("quota-exceeded");
      assertThat(small.upload("bob", "b".repeat(2000)).status()).isEqualTo(201);
      assertThat(small.upload("ada", "c".repeat(900)).status()).isEqualTo(201);
    }
  }
}
