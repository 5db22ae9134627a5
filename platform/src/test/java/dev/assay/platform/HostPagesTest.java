package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.FormBrowser;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPagesTest {
  private static final String BENCHMARK = "/host/benchmarks/polymul~negacyclic";
  private static final String BUNDLE = "polymul/negacyclic@1.0.0";

  @TempDir Path folder;
  private PlatformWorld world;
  private Api operator;
  private FormBrowser hedy;

  @BeforeEach
  void start() {
    world = new PlatformWorld(TestDatabase.freshAddress(), folder);
    operator = world.operator();
    hedy = person("hedy", "host");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private FormBrowser nobody() {
    return FormBrowser.at(world.platform.url());
  }

  private FormBrowser person(String name, String role) {
    var made =
        operator.post(
            "/api/v1/accounts", "{\"name\": \"%s\", \"role\": \"%s\"}".formatted(name, role));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return nobody().byLink(made.text("/login_link/url"));
  }

  // Publishing -----------------------------------------------------------------------------------

  static byte[] report(String bundle) {
    var findings = new ArrayList<CheckFinding>();
    findings.add(new CheckFinding("manifest", true, "hash " + PlatformWorld.hash(bundle)));
    for (String what : List.of("make: other path", "make: 403 days later", "reference")) {
      findings.add(new CheckFinding(what, true, "holds <everywhere>"));
    }
    ResultsWorld.job()
        .points()
        .forEach(point ->
            findings.add(new CheckFinding("refusals at " + point.name(), true, "refused")));
    return JsonCodec.toJson(findings).getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> fields() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("image", "localhost/assay/core");
    fields.put("digest", PlatformWorld.DIGEST);
    fields.put("recipe", "name = \"core\"");
    fields.put("visibility", "usual");
    fields.put("pool", "");
    return fields;
  }

  private static Map<String, byte[]> files(String bundle) {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("report", report(bundle));
    files.put("archive", PlatformWorld.tar("bundle.toml", bundle));
    return files;
  }

  private void publish(String bundle) {
    var published = hedy.post("/host/publish", fields(), files(bundle));
    assertThat(published.status()).as(published.body()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/host",
        "/host/publish",
        BENCHMARK,
        BENCHMARK + "/rejudge",
        BENCHMARK + "/versions/1.0.0"
      })
  void areForHostsOnly(String path) {
    publish(BUNDLE);
    FormBrowser ada = person("ada", "author");

    assertThat(nobody().get(path).location()).startsWith("/login?next=");
    assertThat(ada.get(path).status()).isEqualTo(403);
    assertThat(hedy.get(path).status()).isEqualTo(200);
    assertThat(person("olga", "operator").get(path).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        BENCHMARK,
        BENCHMARK + "/suspects",
        BENCHMARK + "/rejudge",
        BENCHMARK + "/rejudge/apply",
        BENCHMARK + "/rejudge/drop"
      })
  void takeNoFormOfOthersOrWithoutItsToken(String path) {
    publish(BUNDLE);

    assertThat(nobody().post(path).status()).isEqualTo(401);
    assertThat(person("ada", "author").post(path).status()).isEqualTo(403);
    assertThat(person("henry", "host").post(path).status()).isEqualTo(403);
    assertThat(hedy.withCsrfToken("guess").post(path).body()).contains("CSRF token");
  }

  @Test
  void hideWhatIsPrivateFromOtherHosts() {
    Map<String, String> fields = fields();
    fields.put("visibility", "private");
    hedy.post("/host/publish", fields, files(BUNDLE));
    FormBrowser henry = person("henry", "host");

    assertThat(henry.get(BENCHMARK).status()).isEqualTo(404);
    assertThat(henry.get(BENCHMARK + "/rejudge").status()).isEqualTo(404);
    assertThat(henry.post(BENCHMARK).status()).isEqualTo(404);
    assertThat(henry.get("/host").body()).contains("You have published nothing yet.");
  }

  @Test
  void publishABundle() {
    var form = hedy.get("/host/publish");
    var published = hedy.post("/host/publish", fields(), files(BUNDLE));
    var again = hedy.post("/host/publish", fields(), files(BUNDLE));

    assertThat(form.body())
        .contains("assay bundle publish FOLDER --platform " + world.platform.url());
    assertThat(published.location()).isEqualTo(BENCHMARK + "?done=published&version=1.0.0");
    assertThat(hedy.get(published.location()).body())
        .contains("Version 1.0.0 is published.", "Title of polymul/negacyclic");
    assertThat(again.location()).isEqualTo(BENCHMARK + "?done=unchanged&version=1.0.0");
    assertThat(hedy.get("/host").body()).contains("polymul/negacyclic", "1.0.0");
    assertThat(hedy.get(BENCHMARK + "/versions/1.0.0").body())
        .contains("6 checks, all hold.", "holds &lt;everywhere&gt;", "refusals at N1024-W64");
    assertThat(hedy.get(BENCHMARK + "/versions/9.0.0").status()).isEqualTo(404);
    assertThat(leftOver()).isEmpty();
  }

  /// Files of uploads that nobody deleted.
  private List<String> leftOver() {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("upload-") || name.startsWith("blob-"))
          .toList();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void takeNoBundleWithoutTheToken() {
    var guessed = hedy.withCsrfToken("guess").post("/host/publish", fields(), files(BUNDLE));
    var author = person("ada", "author").post("/host/publish", fields(), files(BUNDLE));
    var plain = hedy.post("/host/publish", "image", "x");

    assertThat(guessed.status()).isEqualTo(403);
    assertThat(author.status()).isEqualTo(403);
    assertThat(plain.status()).isEqualTo(415);
    assertThat(hedy.get("/host").body()).contains("You have published nothing yet.");
  }

  @Test
  void sayBesideEachFieldWhatIsWrong() {
    Map<String, String> fields = fields();
    fields.put("image", "no <image>");
    fields.put("digest", "sha256:short");
    fields.put("pool", "a".repeat(65));

    var wrong = hedy.post("/host/publish", fields, Map.of());

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body())
        .contains(
            "id=\"image-fault\"",
            "id=\"digest-fault\"",
            "id=\"pool-fault\"",
            "id=\"archive-fault\"",
            "There is no check report",
            "value=\"no &lt;image>\"",
            "value=\"sha256:short\"",
            "name = \"core\"");
  }

  @Test
  void showTheArchivesOwnFaults() {
    Map<String, byte[]> files = files(BUNDLE);
    files.put("archive", "no archive".getBytes(StandardCharsets.UTF_8));
    var broken = hedy.post("/host/publish", fields(), files);
    files.put("archive", PlatformWorld.tar("bundle.toml", "polymul/negacyclic@1.0.1"));
    var unproven = hedy.post("/host/publish", fields(), files);
    files.put("report", "{]".getBytes(StandardCharsets.UTF_8));
    var unread = hedy.post("/host/publish", fields(), files);

    assertThat(broken.status()).isEqualTo(400);
    assertThat(broken.body()).contains("the archive is no whole tar");
    assertThat(unproven.body())
        .contains("does not prove it: the findings are of another bundle", PlatformWorld.DIGEST);
    assertThat(unread.body()).contains("id=\"report-fault\"", "the check report");
    assertThat(leftOver()).isEmpty();
  }

  @Test
  void takeNoMoreThanTheCap() {
    Map<String, byte[]> files = files(BUNDLE);
    files.put("report", new byte[(4 << 20) + 1]);

    var large = hedy.post("/host/publish", fields(), files);

    assertThat(large.status()).isEqualTo(413);
    assertThat(large.body()).contains("has more than 4194304 bytes");
  }

  @Test
  void settleABenchmark() {
    publish(BUNDLE);

    var wrong = hedy.post(BENCHMARK, "visibility", "public", "pool", "a".repeat(65));
    var pool = hedy.post(BENCHMARK, "visibility", "public", "pool", "lab");
    var asked = hedy.post(BENCHMARK, "visibility", "private", "pool", "lab");
    int before = nobody().get("/api/v1/benchmarks/polymul~negacyclic").status();
    var hidden = hedy.post(BENCHMARK, "visibility", "private", "pool", "lab", "confirmed", "yes");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body()).contains("id=\"pool-fault\"", "value=\"" + "a".repeat(65) + "\"");
    assertThat(pool.location()).isEqualTo(BENCHMARK + "?done=changed");
    assertThat(asked.body()).contains("Make polymul/negacyclic private?", "value=\"lab\"");
    assertThat(before).isEqualTo(200);
    assertThat(hidden.status()).isEqualTo(303);
    assertThat(nobody().get("/api/v1/benchmarks/polymul~negacyclic").status()).isEqualTo(404);
    assertThat(hedy.get(BENCHMARK).body()).contains("value=\"lab\"");
  }

  // Suspects and judging again
  // ---------------------------------------------------------------------

  private PlatformWorld.@Nullable TestRunner runner;

  /// A run of an implementation, whose first point looks too good when `isSuspect`.
  private Lease measure(String author, String implementation, boolean isSuspect) {
    if (runner == null) {
      runner = world.runner(operator, "n1");
    }
    PlatformWorld.submit(world.account(operator, author, "author"), implementation, null);
    Lease lease = runner.claim();
    if (!isSuspect) {
      runner.measure(lease, 1e-3);
      return lease;
    }
    var planned = new ResultsWorld.Planned(lease.jobId(), lease.job());
    var points = new ArrayList<PointResult>();
    for (int i = 0; i < lease.job().points().size(); i++) {
      PointResult point = planned.point(i, one -> 1e-3);
      points.add(i == 0 ? ResultsWorld.Planned.suspect(point) : point);
    }
    var receipt = runner.report(lease, planned.messages(RunState.FINISHED, points));
    assertThat(receipt.status()).as(receipt.body()).isEqualTo(200);
    return lease;
  }

  @Test
  void decideAboutSuspects() {
    publish(BUNDLE);
    Lease lease = measure("ada", "ntt", true);
    String point = lease.job().points().getFirst().name();
    String list = hedy.get("/host").body();
    String page = hedy.get(BENCHMARK).body();

    var without = decide(lease, point, "clear", "");
    var neither = decide(lease, point, "", "looked");
    var cleared = decide(lease, point, "clear", "looked at <it>");
    var unknown = decide(lease, "nothing", "clear", "looked");

    assertThat(list).contains("#suspects\">1<");
    assertThat(page)
        .contains("too fast", "/runs/%s/points/%s".formatted(lease.runId(), point), ">ntt, ");
    assertThat(without.status()).isEqualTo(400);
    assertThat(without.body()).contains("Say why, in a sentence");
    assertThat(neither.status()).isEqualTo(400);
    assertThat(neither.body()).contains("value=\"looked\"");
    assertThat(cleared.location()).isEqualTo(BENCHMARK + "?done=cleared");
    assertThat(hedy.get(BENCHMARK).body()).contains("Nothing waits for you to decide.");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(operator.get("/api/v1/audit").body()).contains("suspicion-cleared");
  }

  private FormBrowser.Shown decide(Lease lease, String point, String decision, String reason) {
    return hedy.post(
        BENCHMARK + "/suspects",
        "run",
        lease.runId(),
        "point",
        point,
        "decision",
        decision,
        "reason",
        reason);
  }

  private String begin() {
    var begun = hedy.post(BENCHMARK + "/rejudge", "version", "1.1.0", "from", "");
    assertThat(begun.status()).as(begun.body()).isEqualTo(303);
    return begun.location();
  }

  /// The new verifier refuses the first point.
  private void judgeAgain() {
    Lease lease = Objects.requireNonNull(runner).claim();
    runner.heartbeat(lease);
    var blob = Objects.requireNonNull(lease.rejudge()).run();
    Run run =
        JsonCodec.readRun(
            runner
                .api()
                .get("/api/v1/runner/blobs/" + blob)
                .body()
                .getBytes(StandardCharsets.UTF_8),
            "the run to judge");
    var messages = new ArrayList<ReportMessage>();
    messages.add(ReportMessage.rejudged(1, RejudgingWayTest.refused(run.points().getFirst())));
    messages.add(ReportMessage.rejudged(2, run.points().get(1)));
    messages.add(
        ReportMessage.closed(
            3,
            new ResultsWorld.Planned(lease.jobId(), lease.job())
                .closed(RunState.FINISHED, List.of())));
    assertThat(runner.report(lease, messages).status()).isEqualTo(200);
  }

  @Test
  void previewWhatJudgingAgainWouldChangeAndApplyIt() {
    publish(BUNDLE);
    Lease lease = measure("ada", "ntt", false);
    var none = hedy.post(BENCHMARK + "/rejudge", "version", "1.0.0", "from", "");
    publish("polymul/negacyclic@1.1.0");
    String address = begin();
    String set = address.replaceAll(".*set=([^&]*).*", "$1");
    String judging = hedy.get(address).body();
    var second = hedy.post(BENCHMARK + "/rejudge", "version", "1.1.0", "from", "1.0.0");
    judgeAgain();
    String part = hedy.part(BENCHMARK + "/rejudge?set=" + set).body();
    var asked = hedy.post(BENCHMARK + "/rejudge/apply", "set", set);
    var applied = hedy.post(BENCHMARK + "/rejudge/apply", "set", set, "confirmed", "yes");
    var late = hedy.post(BENCHMARK + "/rejudge/drop", "set", set, "confirmed", "yes");

    assertThat(none.status()).isEqualTo(400);
    assertThat(none.body()).contains("No run can be judged again with version 1.0.0");
    assertThat(judging).contains("0 of 1 runs are through", "every 5s");
    assertThat(second.status()).isEqualTo(400);
    assertThat(second.body()).contains("apply or drop it first");
    assertThat(part)
        .contains(
            "1 verdicts would change, 1 stay as they are; 0 of 1 runs",
            "/runs/%s/points/".formatted(lease.runId()),
            "<b>pass</b>",
            "<b>→ fail</b>")
        .doesNotContain("<html");
    assertThat(asked.body()).contains("Apply the verdicts of 1.1.0?");
    assertThat(applied.location()).isEqualTo(BENCHMARK + "/rejudge?set=" + set + "&done=applied");
    assertThat(hedy.get(applied.location()).body())
        .contains("The new verdicts count from now on.", "1 verdicts changed", "<b>→ fail</b>");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body()).contains("is applied, so it cannot be dropped");
    assertThat(hedy.get(BENCHMARK + "/rejudge").body()).contains("Applied", "hedy");
  }

  @Test
  void dropWhatWasJudgedAgain() {
    publish(BUNDLE);
    measure("ada", "ntt", false);
    publish("polymul/negacyclic@1.1.0");
    String set = begin().replaceAll(".*set=([^&]*).*", "$1");

    var early = hedy.post(BENCHMARK + "/rejudge/apply", "set", set, "confirmed", "yes");
    var asked = hedy.post(BENCHMARK + "/rejudge/drop", "set", set);
    var dropped = hedy.post(BENCHMARK + "/rejudge/drop", "set", set, "confirmed", "yes");

    assertThat(early.status()).isEqualTo(409);
    assertThat(early.body()).contains("is judging, so it cannot be applied");
    assertThat(asked.body()).contains("Drop the rejudging with 1.1.0?");
    assertThat(hedy.get(dropped.location()).body()).contains("Dropped: the old verdicts stand.");
    assertThat(hedy.get(BENCHMARK + "/rejudge?set=nothing").status()).isEqualTo(404);
  }
}
