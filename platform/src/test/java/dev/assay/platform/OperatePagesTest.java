package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.FormBrowser;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatePagesTest {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final Map<String, String> MORE =
      Map.of(
          "job", "'key', t.key * 1000 + g, 'id', t.id || 'x' || g",
          "runner",
              "'key', t.key * 1000 + g, 'id', t.id || g, 'name', t.name || g, 'key_hash', '\\x' || lpad(to_hex(g), 8, '0')",
          "account", "'key', t.key * 1000 + g, 'id', t.id || g, 'name', t.name || '<i>' || g",
          "audit_entry", "'key', t.key * 1000 + g, 'detail', repeat('<', 3000)",
          "attempt", "'job_key', t.job_key * 1000 + g, 'run_id', t.run_id || 'x' || g");

  @TempDir Path folder;
  private final DatabaseAddress address = TestDatabase.freshAddress();
  private PlatformWorld world;
  private Api operator;
  private FormBrowser olga;

  @BeforeEach
  void start() {
    world = new PlatformWorld(address, folder);
    operator = world.operator();
    olga = person("olga", "operator");
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

  private Api host() {
    Api host = world.account(operator, "hedy" + COUNT.incrementAndGet(), "host");
    assertThat(PlatformWorld.publish(host, "polymul/negacyclic@1.0.0", null).status())
        .isEqualTo(201);
    return host;
  }

  /// A job of an author, which waits.
  private String submit(String author, String implementation) {
    var receipt =
        PlatformWorld.submit(world.account(operator, author, "author"), implementation, null);
    assertThat(receipt.status()).as(receipt.body()).isEqualTo(201);
    return receipt.text("/job");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/operator",
        "/operator/runners",
        "/operator/jobs",
        "/operator/late-reports",
        "/operator/audit",
        "/operator/accounts"
      })
  void areForOperatorsOnly(String path) {
    FormBrowser hedy = person("hedy", "host");

    assertThat(nobody().get(path).location()).startsWith("/login?next=");
    assertThat(hedy.get(path).status()).isEqualTo(403);
    assertThat(olga.get(path).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/operator/runners/codes",
        "/operator/runners/x/set-aside",
        "/operator/runners/x/activate",
        "/operator/runners/x/retire",
        "/operator/jobs/x/cancel",
        "/operator/jobs/x/priority",
        "/operator/accounts",
        "/operator/accounts/x",
        "/operator/accounts/x/disable",
        "/operator/accounts/x/enable",
        "/operator/accounts/x/login-link"
      })
  void takeNoFormOfOthersOrWithoutItsToken(String path) {
    FormBrowser hedy = person("hedy", "host");

    assertThat(nobody().post(path).status()).isEqualTo(401);
    assertThat(hedy.post(path).status()).isEqualTo(403);
    assertThat(olga.withCsrfToken("guess").post(path).status()).isEqualTo(403);
    assertThat(olga.withCsrfToken("guess").post(path).body()).contains("CSRF token");
  }

  @Test
  void sayThatThereIsNothingYet() {
    assertThat(olga.get("/operator").body())
        .contains("The platform works.", "No report came too late.", "database", "disk");
    assertThat(olga.get("/operator/jobs").body()).contains("There is no such job.");
    assertThat(olga.get("/operator/runners").body()).contains("No runner has registered yet.");
    assertThat(nobody().get("/queue").body())
        .contains("Nothing waits.", "Nothing is being measured now.", "Nothing has ended yet.");
    assertThat(nobody().get("/runners").body()).contains("No runner has registered yet.");
  }

  @Test
  void makeACodeThatIsShownOnce() {
    var wrong = olga.post("/operator/runners/codes", "pool", "no pool", "labels", "avx2");
    var made = olga.post("/operator/runners/codes", "pool", "lab", "labels", "avx2, gpu big");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body())
        .contains("id=\"pool-fault\"", "cannot be used", "value=\"no pool\"", "value=\"avx2\"");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    String command = made.between("aria-label=\"Command\">", "</pre>");
    assertThat(command)
        .startsWith("assay runner --platform %s --code assaycode_".formatted(world.platform.url()));
    assertThat(made.body()).contains("avx2, big, gpu");
    assertThat(olga.get("/operator/runners").body()).doesNotContain("assaycode_");
    assertThat(olga.get("/operator/audit").body()).contains("runner-code.make");
  }

  @Test
  void setRunnersAsideAndBack() {
    var runner = world.runner(operator, "n1");
    String path = "/operator/runners/" + runner.id();

    var without = olga.post(path + "/set-aside", "reason", "  ");
    var aside = olga.post(path + "/set-aside", "reason", "its <fan> is loud");
    var seen = nobody().get("/runners/" + runner.id());
    var shown = olga.get(aside.location());
    var active = olga.post(path + "/activate");

    assertThat(without.status()).isEqualTo(400);
    assertThat(without.body()).contains("Say why, in a sentence.");
    assertThat(aside.status()).isEqualTo(303);
    assertThat(shown.body()).contains("The runner is set aside.", "its &lt;fan&gt; is loud");
    assertThat(seen.body()).contains("set aside").doesNotContain("is loud");
    assertThat(active.location()).isEqualTo(path + "?done=active");
    assertThat(olga.get("/operator/audit?action=runner.set-aside").body()).contains("is loud");
  }

  @Test
  void askOnceMoreBeforeARunnerIsRetired() {
    var runner = world.runner(operator, "n1");
    String path = "/operator/runners/" + runner.id();

    var asked = olga.post(path + "/retire", "reason", "worn \"out\"");
    String before = olga.get(path).body();
    var retired = olga.post(path + "/retire", "reason", "worn \"out\"", "confirmed", "yes");
    var again = olga.post(path + "/activate");

    assertThat(asked.body())
        .contains("Retire n1?", "name=\"reason\" value=\"worn &#34;out&#34;\"", "csrf_token");
    assertThat(before).contains("state active");
    assertThat(retired.status()).isEqualTo(303);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("is retired, which is final");
  }

  @Test
  void findJobsAndCancelThem() {
    host();
    String job = submit("ada", "ntt");

    var byState = olga.get("/operator/jobs?state=queued");
    var byAuthor = olga.get("/operator/jobs?author=ADA&benchmark=polymul/negacyclic");
    var byId = olga.get("/operator/jobs?id=" + job + "-1");
    var unknown = olga.get("/operator/jobs?id=nothing");
    var asked = olga.post("/operator/jobs/" + job + "/cancel");
    String before = olga.get("/operator/jobs/" + job).body();
    var cancelled = olga.post("/operator/jobs/" + job + "/cancel", "confirmed", "yes");
    var late = olga.post("/operator/jobs/" + job + "/priority", "priority", "1");

    assertThat(byState.body()).contains(job);
    assertThat(byAuthor.body()).contains(job);
    assertThat(olga.get("/operator/jobs?author=bo").body()).doesNotContain(job);
    assertThat(olga.get("/operator/jobs?state=finished").body()).doesNotContain(job);
    assertThat(byId.location()).isEqualTo("/operator/jobs/" + job);
    assertThat(unknown.body()).contains("There is no job or run with this id.");
    assertThat(asked.body()).contains("Cancel job " + job + "?", "It was queued for ada.");
    assertThat(before).contains("state queued");
    assertThat(cancelled.status()).isEqualTo(303);
    assertThat(olga.get(cancelled.location()).body()).contains("state cancelled");
    assertThat(late.status()).isEqualTo(400);
    assertThat(late.body()).contains("which is final");
  }

  @Test
  void putJobsFirst() {
    host();
    submit("ada", "ntt");
    String job = submit("bo", "fft");
    String path = "/operator/jobs/" + job;

    var wrong = olga.post(path + "/priority", "priority", "many");
    var far = olga.post(path + "/priority", "priority", "5000");
    var set = olga.post(path + "/priority", "priority", "10");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body()).contains("value=\"many\"", "whole number from -1000 to 1000");
    assertThat(far.body()).contains("value=\"5000\"", "they go from -1000 to 1000");
    assertThat(set.location()).isEqualTo(path + "?done=priority");
    String queue = nobody().get("/queue").body();
    assertThat(queue.indexOf(">fft<")).isLessThan(queue.indexOf(">ntt<")).isPositive();
  }

  @Test
  void showWhyJobsWaitAndWhatIsMeasured() {
    host();
    submit("ada", "ntt");
    String alone = nobody().get("/queue").body();
    var runner = world.runner(operator, "n1");
    String free = nobody().get("/queue").body();
    Lease lease = runner.claim();
    runner.heartbeat(lease);
    submit("bo", "fft");
    String busy = nobody().part("/queue").body();
    String quiet = nobody().get("/runners/" + runner.id()).body();

    assertThat(alone).contains("No registered runner can take it.", "No runner has registered");
    assertThat(free).contains("Can be taken now by n1.");
    assertThat(busy)
        .contains("at work, or not ready now: n1.", ">ntt<", "1 waiting, 1 being measured")
        .doesNotContain("<html");
    assertThat(quiet).contains("at work", "1 waiting jobs").doesNotContain(lease.jobId());
    assertThat(olga.get("/operator/runners/" + runner.id()).body()).contains(lease.jobId());
    runner.measure(lease, 1e-3);
    assertThat(nobody().get("/queue").body()).contains("state finished", "/runs/" + lease.runId());
    assertThat(nobody().get("/runners/" + runner.id()).body()).contains("/runs/" + lease.runId());
  }

  @Test
  void keepPrivateThingsToThoseWhoMaySeeThem() {
    Api host = host();
    PlatformWorld.submit(host, "hidden-one", true);
    FormBrowser ada = person("ada", "author");

    assertThat(nobody().get("/queue").body()).doesNotContain("hidden-one");
    assertThat(ada.get("/queue").body()).doesNotContain("hidden-one");
    assertThat(olga.get("/queue").body()).contains("hidden-one");
    var runner = world.runner(operator, "n1");
    Lease lease = runner.claim();
    runner.measure(lease, 1e-3);
    assertThat(nobody().get("/queue").body()).doesNotContain("hidden-one");
    assertThat(nobody().get("/runners/" + runner.id()).body()).doesNotContain("hidden-one");
    assertThat(olga.get("/queue?list=ended").body()).contains("hidden-one");
  }

  @Test
  void describeMachinesWithWhatDoctorFound() {
    var runner = world.runner(operator, "n1");

    String page = nobody().get("/runners/" + runner.id()).body();

    assertThat(page)
        .contains(
            "AMD EPYC 7763 64-Core Processor",
            "6.1.0-18-amd64",
            "performance",
            "processor 3 was throttled 12 times",
            "→ look at its cooling",
            "Mitigation: Retpolines");
    assertThat(nobody().get("/runners/nothing").status()).isEqualTo(404);
  }

  @Test
  void findTheRunnersOfAClass() {
    world.runner(operator, "n1");
    String name = "x86_64, AMD EPYC 7763 64-Core Processor, ";

    assertThat(nobody().get(of(name + "1 core, 1024 MiB")).body()).contains(">n1<");
    assertThat(nobody().get(of(name + "64 cores, 1024 MiB")).body())
        .contains("No runner is like this.");
    assertThat(nobody().get(of("anything")).body()).contains("No runner is like this.");
    assertThat(nobody().get("/runners?q=n1&state=active").body()).contains(">n1<");
    assertThat(nobody().get("/runners?q=n2").body()).doesNotContain(">n1<");
    assertThat(nobody().get("/runners?state=nonsense").status()).isEqualTo(400);
  }

  private static String of(String machineClass) {
    return "/runners?class=" + machineClass.replace(" ", "%20").replace(",", "%2C");
  }

  @Test
  void keepLateReportsToBeLookedAt() {
    host();
    String job = submit("ada", "ntt");
    var runner = world.runner(operator, "n1");
    Lease lease = runner.claim();
    runner.heartbeat(lease);
    runner.surrender(lease, "the disk is full");
    var message =
        ReportMessage.file(
            1, runner.keep("logs/build.log", "late".getBytes(StandardCharsets.UTF_8)));
    runner.report(lease, List.of(message));

    var page = olga.get("/operator/late-reports");

    assertThat(page.body()).contains(lease.runId(), "/jobs/" + job, ">n1<");
    var document = olga.get("/operator/late-reports/1");
    assertThat(document.header("Content-Disposition")).contains("late-report-1.json");
    assertThat(document.body()).contains("logs/build.log");
    assertThat(olga.get("/operator/late-reports/77").status()).isEqualTo(404);
    assertThat(olga.get("/operator/late-reports/x").status()).isEqualTo(404);
    assertThat(olga.get("/operator").body()).contains(lease.runId());
  }

  @Test
  void lookThroughTheAuditLog() {
    person("ada", "author");
    person("<b>bo</b>", "author");

    String all = olga.get("/operator/audit").body();

    assertThat(all).contains("account.create", "ada, author", "&lt;b&gt;bo&lt;/b&gt;");
    assertThat(olga.get("/operator/audit?text=ADA").body())
        .contains("ada, author")
        .doesNotContain("bo&lt;");
    assertThat(olga.get("/operator/audit?actor=nobody").body()).contains("Nothing like this");
    assertThat(olga.get("/operator/audit?action=account.create&actor=operator").body())
        .contains("ada, author");
    assertThat(olga.get("/operator/audit?action=account.change").body())
        .contains("Nothing like this");
  }

  @Test
  void makeAccountsWithALinkThatIsShownOnce() {
    var wrong =
        olga.post(
            "/operator/accounts", "name", "ada", "role", "host", "waiting", "-1", "daily", "x");
    var made =
        olga.post("/operator/accounts", "name", "ada", "role", "host", "waiting", "3", "daily", "");
    var taken =
        olga.post("/operator/accounts", "name", "ADA", "role", "host", "waiting", "", "daily", "");

    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body())
        .contains("id=\"waiting-fault\"", "id=\"daily-fault\"", "value=\"ada\"", "value=\"-1\"");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    String link = made.between("aria-label=\"Login link\">", "</pre>");
    assertThat(nobody().byLink(link).get("/host").status()).isEqualTo(200);
    assertThat(taken.status()).isEqualTo(400);
    assertThat(taken.body()).contains("id=\"name-fault\"", "There is an account 'ADA'");
    assertThat(olga.get("/operator/accounts?q=ad").body()).contains(">ada<");
  }

  @Test
  void changeAndDisableAccounts() {
    FormBrowser ada = person("ada", "author");
    String path = accountPath("ada");

    var changed = olga.post(path, "role", "host", "waiting", "5", "daily", "7");
    assertThat(olga.get(path).body()).contains("value=\"5\"", "value=\"7\"");
    var asked = olga.post(path + "/disable");
    assertThat(ada.get("/host").status()).isEqualTo(200);
    var disabled = olga.post(path + "/disable", "confirmed", "yes");
    assertThat(ada.get("/host").status()).isEqualTo(303);
    var link = olga.post(path + "/login-link");
    var enabled = olga.post(path + "/enable");
    var promoted = olga.post(path, "role", "operator", "waiting", "1", "daily", "");
    var next = olga.post(path + "/login-link");

    assertThat(changed.location()).isEqualTo(path + "?done=changed");
    assertThat(asked.body()).contains("Disable ada?");
    assertThat(promoted.body()).contains("Make ada an operator?", "name=\"waiting\" value=\"1\"");
    assertThat(olga.get(disabled.location()).body()).contains("is disabled");
    assertThat(link.status()).isEqualTo(409);
    assertThat(link.body()).contains("is disabled");
    assertThat(enabled.status()).isEqualTo(303);
    assertThat(next.body()).contains("/login/");
    assertThat(olga.post(path, "role", "king", "waiting", "", "daily", "").status()).isEqualTo(400);
  }

  private String accountPath(String name) {
    return "/operator/accounts/"
        + olga.get("/operator/accounts?q=" + name).between("<a href=\"/operator/accounts/", "\"");
  }

  @Test
  void keepTheLastOperator() {
    FormBrowser first = olga;
    String path = accountPath("olga");
    first.post(accountPath("operator"), "role", "author", "waiting", "", "daily", "");

    var refused = first.post(path, "role", "author", "waiting", "", "daily", "");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("is the last operator");
  }

  /// So many more of each job, runner, account and entry, under long and unfriendly names.
  private void crowd(int count) {
    try (Database database = Database.open(address, 1)) {
      database
          .jdbi()
          .useHandle(handle -> {
            for (String table : List.of("job", "runner", "account", "audit_entry", "attempt")) {
              handle.execute(
                  """
                  insert into %s overriding system value
                  select (jsonb_populate_record(t, jsonb_build_object(%s))).* from %s t, generate_series(1, ?) g
                  """
                      .formatted(table, MORE.get(table), table),
                  count);
            }
            handle.execute("update implementation set name = name || repeat('<', 180)");
            handle.execute(
                "update runner set name = left(name || repeat('n', 60), 62) where id <> name");
          });
    }
  }

  @Test
  void areSmallWithFourHundredRunnersAndJobs() {
    host();
    submit("ada", "ntt");
    var runner = world.runner(operator, "n1");
    Lease lease = runner.claim();
    runner.measure(lease, 1e-3);
    submit("bo", "fft");
    crowd(400);

    for (String path :
        List.of(
            "/queue",
            "/queue?list=waiting",
            "/queue?list=running",
            "/queue?list=ended",
            "/runners",
            "/operator",
            "/operator/runners",
            "/operator/jobs",
            "/operator/audit",
            "/operator/accounts")) {
      var shown = olga.get(path);
      assertThat(shown.status()).as(path).isEqualTo(200);
      assertThat(shown.body().getBytes(StandardCharsets.UTF_8)).as(path).hasSizeLessThan(30 << 10);
    }
  }

  @Test
  void lastPagesAreReachedAndNothingIsShownTwice() {
    host();
    submit("ada", "ntt");
    var runner = world.runner(operator, "n1");
    Lease lease = runner.claim();
    runner.measure(lease, 1e-3);
    submit("bo", "fft");
    crowd(100);

    for (String list : List.of("waiting", "ended")) {
      var seen = new TreeSet<String>();
      String path = "/queue?list=" + list;
      while (!path.isEmpty()) {
        var shown = nobody().get(path);
        var ids = Pattern.compile("id=\"j([^\"]+)\"").matcher(shown.body());
        while (ids.find()) {
          assertThat(seen.add(ids.group(1))).as(ids.group(1)).isTrue();
        }
        path = shown.between("<p class=\"pager\"><a href=\"", "\"").replace("&amp;", "&");
      }
      assertThat(seen).as(list).hasSizeGreaterThan(100);
    }
  }
}
