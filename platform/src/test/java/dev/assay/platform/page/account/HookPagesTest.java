package dev.assay.platform.page.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HookPagesTest {
  private static final String LIST = "/account/webhooks";
  private static final String URL = "http://127.0.0.1:9/assay?key=v";

  private final AccountPagesFixture platform = new AccountPagesFixture();
  private Browser browser;

  @BeforeEach
  void logIn() {
    browser = platform.someone("ann", "author");
  }

  @AfterEach
  void close() {
    platform.close();
  }

  private Browser.Shown add(String... fields) {
    return browser.submit(browser.get(LIST), LIST, fields);
  }

  /// Adds one.
  ///
  /// @return its address
  private String hook() {
    var made = add("url", URL, "event_run.finished", "on");
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return one(made);
  }

  private static String one(Browser.Shown made) {
    return LIST + "/" + made.between("action=\"/account/webhooks/", "/ping");
  }

  private Browser.Shown press(String page, String button) {
    return browser.submit(browser.get(page), page + "/" + button);
  }

  @Test
  void showsASecretOnceAndKeepsItFromCaches() {
    var made = add("url", URL, "event_run.finished", "on", "event_job.failed", "on");
    String secret = made.between("<code id=\"secret\" class=\"code\">", "</code>");
    String one = one(made);

    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    assertThat(made.header("ETag")).isEmpty();
    assertThat(secret).startsWith("assay_hook_");
    assertThat(browser.get(one).body())
        .contains("http://127.0.0.1:9/assay?key=v", "name=\"event_job.failed\" checked")
        .doesNotContain(secret);
    assertThat(browser.get(LIST).body()).contains(one).doesNotContain(secret);
  }

  @Test
  void givesAnotherSecretAndShowsItOnce() {
    var made = add("url", URL, "event_run.finished", "on");
    String first = made.between("<code id=\"secret\" class=\"code\">", "</code>");
    String one = one(made);

    var asked = browser.get(one + "/secret");
    var renewed = browser.submit(asked, one + "/secret");

    assertThat(asked.body()).contains("the new one alone").doesNotContain(first);
    assertThat(renewed.status()).isEqualTo(201);
    assertThat(renewed.header("Cache-Control")).isEqualTo("no-store");
    assertThat(renewed.between("<code id=\"secret\" class=\"code\">", "</code>"))
        .startsWith("assay_hook_")
        .isNotEqualTo(first);
    assertThat(renewed.body()).contains("The one before signs too for 24 hours.");
    assertThat(browser.get(one).body())
        .contains("Signed with the secret before, too, until")
        .doesNotContain(first, "assay_hook_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "https://user:pw@127.0.0.1/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "\"><script>alert(1)</script>",
        ""
      })
  void saysBesideTheFieldWhatIsNotCalled(String url) {
    var refused = add("url", url, "event_run.finished", "on");

    assertThat(refused.status()).isIn(400, 403);
    assertThat(refused.body())
        .contains("aria-describedby=\"url-hint url-fault\"")
        .doesNotContain("<script>");
    assertThat(browser.get(LIST).body()).contains("There is none.");
  }

  @Test
  void saysBesideTheFieldWhatElseIsWrong() {
    var deaf = add("url", URL);
    var lost = add("url", URL, "event_standing.changed", "on", "benchmarks", "no/body, other/body");
    var beyond = add("url", URL, "event_runner.set-aside", "on");

    assertThat(deaf.status()).isEqualTo(400);
    assertThat(deaf.body()).contains("id=\"events-fault\"", URL);
    assertThat(lost.body()).contains("id=\"benchmarks-fault\"", "no/body, other/body");
    assertThat(beyond.status()).isEqualTo(403);
  }

  @Test
  void takesNoFormWithoutTheSessionsToken() {
    String one = hook();

    assertThat(browser.post(LIST, "url", URL, "event_run.finished", "on").status()).isEqualTo(403);
    for (String button : new String[] {"/ping", "/pause", "/resume", "/secret", "/delete", ""}) {
      assertThat(browser.post(one + button, "csrf_token", "x").status()).isEqualTo(403);
    }
    assertThat(platform.browser().get(one).location())
        .isEqualTo("/login?next=" + one.replace("/", "%2F"));
  }

  @Test
  void pingsPausesResumesChangesAndDeletes() {
    String one = hook();

    assertThat(press(one, "ping").status()).isEqualTo(303);
    assertThat(browser.get(one).body())
        .contains("A ping is on its way", "<td>ping</td>", ">waiting</span>");
    press(one, "pause");
    assertThat(browser.get(one).body())
        .contains("The webhook is paused.", "You paused it.", ">given up</span>");
    assertThat(press(one, "ping").status()).isEqualTo(409);
    press(one, "resume");
    assertThat(browser.get(one).body()).contains("The webhook is called again.");
    var changed = browser.submit(browser.get(one), one, "url", URL + "2", "event_job.failed", "on");
    assertThat(changed.location()).isEqualTo(one);
    assertThat(browser.get(one).body()).contains(URL + "2", "The webhook is changed.");
    assertThat(browser.get(one + "/delete").body()).contains("This cannot be taken back.");
    var gone = browser.submit(browser.get(one + "/delete"), one + "/delete");
    assertThat(gone.location()).isEqualTo(LIST);
    assertThat(browser.get(LIST).body()).contains("The webhook is deleted.", "There is none.");
    assertThat(browser.get(one).status()).isEqualTo(404);
  }

  @Test
  void showsADeliveryAndSendsItAgain() {
    String one = hook();
    press(one, "ping");
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                """
                update webhook_delivery set state = 'given-up', attempts = 14, attempted_at = now(),
                  status = 500, failure = 'answered 500', took_nanos = 120000000,
                  answer = '<script>alert(1)</script> \u001b[31m'
                """));
    String delivery = browser.get(one).between("<a class=\"code\" href=\"", "\"");

    var page = browser.get(delivery);

    assertThat(page.body())
        .contains("\"event\": \"ping\"", "answered 500", "120 ms", "&lt;script&gt;")
        .doesNotContain("<script>", "\u001b");
    assertThat(browser.submit(page, delivery + "/redeliver").location()).isEqualTo(one);
    assertThat(browser.get(one).body()).contains("It is sent again", ">waiting</span>");
  }

  @Test
  void saysWhyThePlatformPausedIt() {
    String one = hook();
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "update webhook set paused_at = now(), pause_reason = 'nothing could be delivered for three days'"));

    assertThat(browser.get(one).body())
        .contains("The platform paused it: nothing could be delivered for three days.");
  }

  @Test
  void hidesWebhooksFromOthers() {
    String one = hook();
    press(one, "ping");
    String delivery = browser.get(one).between("<a class=\"code\" href=\"", "\"");
    var other = platform.someone("olga", "operator");

    assertThat(other.get(one).status()).isEqualTo(404);
    assertThat(other.get(delivery).status()).isEqualTo(404);
    assertThat(other.submit(other.get(LIST), one + "/delete").status()).isEqualTo(404);
    assertThat(other.get(LIST).body()).contains("event_runner.set-aside").doesNotContain(one);
    assertThat(browser.get(LIST).body()).doesNotContain("event_runner.set-aside");
  }

  @Test
  void staysSmallWithManyLongDeliveries() {
    String one = hook();
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                """
                insert into webhook_delivery (id, webhook_key, event, body, status, failure, attempts)
                select lpad(n::text, 10, 'd'), w.key, 'standing.changed', repeat('b', 100000), 500,
                  repeat('f', 300), 3
                from webhook w, generate_series(1, 60) n
                """));

    var page = browser.get(one);
    String delivery = page.between("<a class=\"code\" href=\"", "\"");

    assertThat(page.body().length()).isLessThan(30 << 10);
    assertThat(browser.get(delivery).body().length()).isLessThan(30 << 10);
    assertThat(browser.get(one + "?cursor=" + page.between("?cursor=", "\"")).status())
        .isEqualTo(200);
  }

  @Test
  void hasRoomForTen() {
    for (int i = 0; i < 10; i++) {
      hook();
    }

    assertThat(browser.get(LIST).body()).contains("There are ten, which is the most.");
  }
}
