package dev.assay.platform.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.RequestObserver;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.page.Assets;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.ProblemPage;
import dev.assay.platform.page.Texts;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.LongPoll;
import dev.assay.platform.standing.Standings;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.MemoryBlobs;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.Runs;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pages over HTTP, of runs that were reported.
class RunPagesTest {
  private static final int MOST_BYTES = 30 << 10;

  private final MemoryBlobs blobs = new MemoryBlobs();
  private Database database;
  private ResultsWorld world;
  private HttpServer server;
  private Api reader;
  private Api author;

  @BeforeEach
  void open() {
    database = TestDatabase.fresh();
    var jdbi = database.jdbi();
    world = new ResultsWorld(jdbi);
    var assets = new Assets();
    var pages =
        new Pages(new Pages.Surroundings(Texts.english(), assets, () -> "http://localhost", "0"));
    var longPoll = new LongPoll((channel, listener) -> () -> {});
    server =
        HttpServer.start(
            HttpSettings.unlimited("127.0.0.1", 0),
            new NamedCallers(),
            RequestObserver.NONE,
            new ProblemPage(pages),
            List.of(
                new RunPages(
                    pages,
                    jdbi,
                    blobs,
                    new JobDesk(jdbi, longPoll, (handle, caller, action, subject, detail) -> {}),
                    new Standings(jdbi, InstantSource.system()))));
    reader = Api.at("http://127.0.0.1:" + server.port(), null).with("Accept", "text/html");
    author = reader.withToken("author");
  }

  @AfterEach
  void close() {
    server.close();
    database.close();
  }

  /// The bearer is the name; everybody comes with a session.
  private final class NamedCallers implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      String name = exchange.bearer();
      Caller caller =
          name == null
              ? ResultsWorld.reader()
              : name.equals("host") ? world.host() : world.author();
      return new Caller(caller.account(), caller.scopes(), caller.remote(), "the-token");
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      return world.runner();
    }
  }

  // Worlds ---------------------------------------------------------------------------------------

  private void report(ResultsWorld.Planned planned, List<ReportMessage> messages) {
    var intake = new ReportIntake(database.jdbi(), new RowLeases());
    for (int i = 0; i < messages.size(); i += 200) {
      intake.accept(
          world.runner(), planned.batch(messages.subList(i, Math.min(messages.size(), i + 200))));
    }
  }

  private String finished(String name) {
    var planned = world.plan(name);
    report(
        planned,
        planned.messages(
            RunState.FINISHED,
            List.of(
                planned.point(0, one -> 1e-3 + 1e-6 * one.index()),
                planned.point(1, one -> 2e-3))));
    return planned.runId();
  }

  private static Job job(int points, int seeds) {
    Job job = Runs.job(Runs.points(IntStream.rangeClosed(1, points).map(i -> 64 * i).toArray()));
    var sample = new Sample(Seeds.parse("1-" + seeds), 2, 3);
    return new Job(
        job.implementation(),
        job.source(),
        job.language(),
        job.solutionImage(),
        job.bundleName(),
        job.bundleVersion(),
        job.bundleTitle(),
        job.bundleHash(),
        job.bundleImage(),
        job.protocol(),
        job.points(),
        sample.seeds(),
        sample,
        job.bar(),
        job.score(),
        job.limits(),
        job.bundleLimits(),
        job.requires(),
        null);
  }

  /// A run whose cases are changed before they are reported.
  private String changed(Job job, UnaryOperator<CaseResult> change) {
    var planned = world.plan("changed", job);
    var points = new ArrayList<PointResult>();
    for (int i = 0; i < job.points().size(); i++) {
      PointResult point = planned.point(i, one -> 1e-3 + 1e-7 * (one.seed() % 100));
      points.add(
          PointResults.point(
              job.points().get(i),
              null,
              point.cases().stream().map(change).toList(),
              Runs.full().points().getFirst().process()));
    }
    report(planned, planned.messages(RunState.FINISHED, points));
    return planned.runId();
  }

  private ReportMessage file(long sequence, String name, byte[] content) {
    String blob = blobs.store(content);
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "insert into runner_upload (runner_key, blob, bytes) values (?, ?, ?)",
                world.runner().key(),
                blob,
                content.length));
    return ReportMessage.file(sequence, new ReportMessage.KeptFile(name, blob, content.length));
  }

  /// A run whose build failed, with its log.
  private String failedBuild(String log) {
    var planned = world.plan("broken");
    byte[] content = log.getBytes(StandardCharsets.UTF_8);
    var build =
        new BuildResult(
            "make",
            false,
            "the command exited with 2",
            null,
            new LogFile("logs/build.log", 1, 1, false));
    Run opened = planned.opened();
    Run closed =
        opened.with(
            opened.startedAt().plusSeconds(9),
            RunState.BUILD_FAILED,
            "the build failed: the command exited with 2",
            opened.stages(),
            build,
            List.of());
    report(
        planned,
        List.of(
            ReportMessage.opened(1, opened),
            ReportMessage.built(2, new ReportMessage.Built(build, opened.stages())),
            file(3, "logs/build.log", content),
            file(4, "answers/N1024-W64/0.tar.zst", new byte[] {1, 2}),
            ReportMessage.closed(5, closed)));
    return planned.runId();
  }

  private String page(String path) {
    var reply = reader.get(path);
    assertThat(reply.status()).as(path + ": " + reply.body()).isEqualTo(200);
    assertThat(reply.body().getBytes(StandardCharsets.UTF_8))
        .as("size of " + path)
        .hasSizeLessThanOrEqualTo(MOST_BYTES);
    return reply.body();
  }

  private String part(String path) {
    return reader.with("HX-Request", "true").get(path).body();
  }

  // Runs -----------------------------------------------------------------------------------------

  @Test
  void aRunShowsItsFourCoordinatesWithLinks() {
    String run = page("/runs/" + finished("ntt"));
    Job job = ResultsWorld.job();

    assertThat(run)
        .contains(
            "/implementations/ntt",
            "/submissions/sjob1",
            "/runners/n1",
            job.solutionImage().digest(),
            job.bundleHash(),
            "AMD EPYC 7763 64-Core Processor, 8 cores",
            "6.1.0-18-amd64",
            "makes times vary",
            "<dt>runc</dt><dd>1.1.5</dd>",
            "/benchmarks/polymul~negacyclic?version=1.0.0",
            "all cases ok; max of max_abs_err at most 0.0001",
            "All 2 points pass.");
  }

  @Test
  void aRunsPointsLeadToTheirPagesAndTheirWords() {
    String id = finished("ntt");
    String run = page("/runs/" + id);

    assertThat(run)
        .contains("href=\"/runs/job1-1/points/N1024-W64\"", "25 of 25", "1.01–1.02 ms")
        .contains("/about/glossary#spread", "/about/glossary#verdict")
        .contains("/api/v1/runs/job1-1/document", "points.csv", "cases.csv", "/package")
        .contains("git clone -- https://example.org/ada/polymul.git code", "data-copy=\"command\"")
        .contains("href=\"/runs/job1-1/points/N1024-W64/leader\"")
        .doesNotContain("data-events", "http-equiv=\"refresh\"", " style=", "onclick");
  }

  @Test
  void aSecondRunLeadsToTheComparisonWithTheFirst() {
    finished("ntt");

    assertThat(page("/runs/" + finished("ntt")))
        .contains("href=\"/compare?run=job1-1&amp;run=job2-1\"");
  }

  @Test
  void leadsToTheComparisonWithTheLeader() {
    finished("ntt");
    var planned = world.plan("fast");
    report(
        planned,
        planned.messages(
            RunState.FINISHED,
            List.of(planned.point(0, one -> 1e-6), planned.point(1, one -> 2e-6))));
    var noRedirects = reader.get("/runs/job1-1/points/N1024-W64/leader");

    assertThat(noRedirects.status()).isEqualTo(303);
    assertThat(noRedirects.header("Location")).isEqualTo("/compare?run=job2-1&run=job1-1");
  }

  @Test
  void aClosedRunIsNotSentTwice() {
    String path = "/runs/" + finished("ntt");
    String tag = reader.get(path).header("ETag");

    assertThat(tag).isNotEmpty();
    assertThat(reader.with("If-None-Match", tag).get(path).status()).isEqualTo(304);
  }

  @Test
  void whatACallerMayNotSeeIsNotThere() {
    finished("ntt");
    database
        .jdbi()
        .useHandle(handle -> handle.execute("update implementation set is_private = true"));

    for (String path :
        List.of(
            "/runs/job1-1",
            "/runs/job1-1/points/N1024-W64",
            "/runs/job1-1/points/N1024-W64?case=1",
            "/runs/job1-1/points/N1024-W64/leader",
            "/runs/job1-1/files",
            "/runs/job1-1/files/logs/build.log",
            "/jobs/job1",
            "/submissions/sjob1",
            "/runs/nothing")) {
      assertThat(reader.get(path).status()).as(path).isEqualTo(404);
      assertThat(reader.get(path).body()).as(path).doesNotContain("polymul");
    }
    assertThat(author.get("/runs/job1-1").status()).isEqualTo(200);
    assertThat(author.get("/submissions/sjob1").status()).isEqualTo(200);
  }

  @Test
  void aHundredPointsFitInAPageAndTheRestFollows() {
    String id = changed(job(100, 15), one -> one);

    String run = page("/runs/" + id);
    String more = part("/runs/" + id + "?part=points&from=20");

    assertThat(run)
        .contains("All 100 points pass.", "?from=20#points", "Points from number 21 of 100");
    assertThat(more)
        .doesNotContain("<html")
        .contains("/points/N2560-W64\"", "part=points&amp;from=40");
    assertThat(page("/runs/" + id + "?from=80")).contains("/points/N6400-W64\"");
  }

  @Test
  void aFailedBuildShowsTheEndOfItsLog() {
    String id = failedBuild("\u001B[31merror:\u001B[0m <b>no</b>\n".repeat(300));

    String run = page("/runs/" + id);

    assertThat(run)
        .contains(
            "build failed",
            "failed: the command exited with 2",
            "<span class=\"a1\">error:</span> &lt;b&gt;no&lt;/b&gt;",
            "href=\"/runs/" + id + "/files/logs/build.log\"");
  }

  @Test
  void aSuspectPointSaysWhatPeopleDecided() {
    var planned = world.plan("magic");
    report(
        planned,
        planned.messages(
            RunState.FINISHED,
            List.of(
                ResultsWorld.Planned.suspect(planned.point(0, one -> 1e-6)),
                planned.point(1, one -> 1e-6))));
    assertThat(page("/runs/job1-1")).contains("Look twice", "nobody has decided yet");

    new Standings(database.jdbi(), InstantSource.system())
        .decide(world.host(), "job1-1", "N1024-W64", true, "it <is> that fast");

    assertThat(page("/runs/job1-1")).contains("<b>Cleared</b> by host,", "it &lt;is&gt; that fast");
    assertThat(page("/runs/job1-1/points/N1024-W64"))
        .contains("Verdicts and decisions", "<b>suspect:</b> too fast", "it &lt;is&gt; that fast");
  }

  // While it runs --------------------------------------------------------------------------------

  @Test
  void showsCasesAsTheyCome() {
    var planned = world.plan("ntt");
    List<PointResult> points = List.of(planned.point(0, one -> 1e-3));
    List<ReportMessage> messages = planned.messages(RunState.FINISHED, points);
    report(planned, messages.subList(0, 8));

    assertThat(page("/runs/job1-1"))
        .contains(
            "data-events=\"/api/v1/jobs/job1/events\"",
            "7 of 25 cases measured so far",
            "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>");
    assertThat(part("/runs/job1-1"))
        .doesNotContain("<html")
        .contains("hx-swap-oob=\"true\"", "7 of 25 cases");
    assertThat(page("/runs/job1-1/points/N1024-W64"))
        .contains("Measured so far and not verified yet.", "7 cases: 7 ok", "data-part=");
  }

  @Test
  void aRunWithoutPointsSoFarIsComplete() {
    var planned = world.plan("ntt");
    report(planned, planned.messages(RunState.FINISHED, List.of()).subList(0, 1));

    assertThat(page("/runs/job1-1")).contains("no verdict yet", "not measured yet");
    assertThat(page("/runs/job1-1/points/N2048-W64")).contains("No case was measured.");
  }

  // Points ---------------------------------------------------------------------------------------

  @Test
  void aPointShowsEveryCaseInItsPlace() {
    String point = page("/runs/" + finished("ntt") + "/points/N1024-W64");

    assertThat(point)
        .contains(
            "25 cases: 25 ok", "<td class=\"kind\">warm-up</td>", "<td class=\"kind\">fresh</td>")
        .contains("href=\"?case=24\"", "N2048-W64 →", "id=\"m-sample\"", "/about/glossary#bracket")
        .contains("1.01–1.02 ms", "The process");
  }

  @Test
  void twoThousandCasesStaySmallInEveryView() {
    String id = changed(job(1, 1_995), one -> one);
    String path = "/runs/" + id + "/points/N64-W64";

    String point = page(path);

    assertThat(point).contains("2000 cases: 2000 ok", "class=\"seedots\"");
    assertThat(page(path + "?from=1950")).contains("href=\"?case=1950\"");
    assertThat(page(path + "?from=5000")).contains("No case was measured.");
    assertThat(part(path + "?part=cases&from=100")).startsWith("<tr>").hasSizeLessThan(MOST_BYTES);
    assertThat(page(path + "?show=noise&from=40")).contains("?show=noise&amp;from=80");
    assertThat(page(path + "?case=1999")).contains("Case 1999", "SHA-256 of its files");
    assertThat(reader.get(path + "?case=2000").status()).isEqualTo(404);
    assertThat(reader.get(path + "?from=x").status()).isEqualTo(400);
  }

  @Test
  void sayHowAProcessEnded() {
    var cause = new Cause(Cause.Code.OOM_KILL, "the kernel killed it for memory");
    String id =
        changed(
            job(1, 20),
            one ->
                one.index() < 3
                    ? one
                    : CaseResults.failed(
                        one.index(),
                        one.seed(),
                        one.kind(),
                        one.index() == 3 ? Status.OOM : Status.LOST,
                        cause));

    assertThat(page("/runs/" + id + "/points/N64-W64"))
        .contains(
            "3 ok, 1 oom, 21 lost",
            "ended at the memory limit of 1 GiB",
            "the kill came from the kernel");
    assertThat(page("/runs/" + id + "/points/N64-W64?case=3"))
        .contains("<dt>ending</dt>", "the kernel killed 1 for memory");
  }

  @Test
  void hostileTextsStayTexts() {
    String id =
        changed(
            job(1, 20),
            one ->
                CaseResults.of(one)
                    .note(Hostile.TEXT.replace("\u0000", ""))
                    .verification(
                        new Verification(
                            false,
                            Map.of("max_abs_err", 1e300),
                            ("&<" + Hostile.TEXT).replace("\u0000", "").repeat(9)))
                    .build());

    for (String view : List.of("", "?from=0", "?case=0", "?show=noise")) {
      assertThat(page("/runs/" + id + "/points/N64-W64" + view))
          .doesNotContain("<script>alert", "\u202E", "\u001B");
    }
    assertThat(page("/runs/" + id)).contains("max of max_abs_err is 1.0E300");
  }

  // Files ----------------------------------------------------------------------------------------

  @Test
  void aLogHasItsLinesAndASearch() {
    String id =
        failedBuild("one <i>\n" + "filler\n".repeat(5_000) + "the \u001B[1mneedle\u001B[0m\n");
    String path = "/runs/" + id + "/files/logs/build.log";

    assertThat(page(path))
        .contains("<li value=\"1\">one &lt;i&gt;</li>", "hx-trigger=\"revealed\"");
    assertThat(page(path + "?q=THE+NEEDLE"))
        .contains("1 lines found", "<span class=\"hit\">the needle</span>", "value=\"5002\"");
    assertThat(page(path + "?q=%3Cx%3E")).contains("&lt;x&gt; is nowhere in it.");
    assertThat(page(path + "?from=35000")).contains("needle", "loglines plain");
    assertThat(page(path + "?from=99999999")).contains("Before");
    assertThat(reader.get(path + "?q=" + "x".repeat(300)).status()).isEqualTo(400);
    assertThat(reader.get("/runs/" + id + "/files/logs/other").status()).isEqualTo(404);
  }

  @Test
  void whatIsNoLogIsOnlyOffered() {
    String id = failedBuild("x\n");

    assertThat(page("/runs/" + id + "/files"))
        .contains(
            "/api/v1/runs/" + id + "/files/answers/N1024-W64/0.tar.zst",
            "/runs/" + id + "/files/logs/build.log");
    assertThat(page("/runs/" + id + "/files/answers/N1024-W64/0.tar.zst"))
        .contains("This is no log", "/api/v1/runs/");
  }

  // Jobs and submissions -------------------------------------------------------------------------

  @Test
  void aJobShowsItsRunAndWhoMayCancelIt() {
    var planned = world.plan("ntt");
    report(planned, planned.messages(RunState.FINISHED, List.of()).subList(0, 1));

    assertThat(page("/jobs/job1"))
        .contains("Measuring ntt", "href=\"/runs/job1-1\"", "data-events", "/submissions/sjob1")
        .doesNotContain("/jobs/job1/cancel");
    assertThat(author.get("/jobs/job1").body())
        .contains("action=\"/jobs/job1/cancel\"", "name=\"csrf_token\" value=\"the-token\"");
  }

  @Test
  void aJobThatNobodyCanTakeSaysWhyAndIsCancelled() {
    world.plan("ntt");
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "update job set state = 'queued', runner_key = null, lease_end = null, labels = '{gpu}'"));

    assertThat(page("/jobs/job1")).contains("queued", "No runner has registered and described");

    var cancelled =
        author
            .with("Content-Type", "application/x-www-form-urlencoded")
            .post("/jobs/job1/cancel", "csrf_token=the-token");

    assertThat(cancelled.status()).isEqualTo(303);
    assertThat(cancelled.header("Location")).isEqualTo("/jobs/job1");
    assertThat(page("/jobs/job1"))
        .contains("cancelled before it was started")
        .doesNotContain("data-events");
    assertThat(reader.post("/jobs/job1/cancel", null).status()).isEqualTo(401);
  }

  @Test
  void aSubmissionShowsWhatWasFrozen() {
    finished("ntt");

    assertThat(page("/submissions/sjob1"))
        .contains("ntt at c0ffee", "sha256:1", "x86_64; cores 1; memory 1 GiB")
        .contains("href=\"/jobs/job1\"", "href=\"/runs/job1-1\"", "href=\"https://example.org\"");
  }
}
