package dev.assay.platform.page.account;

import static dev.assay.platform.page.account.AccountPagesFixture.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.http.Rates;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginPagesTest {
  private final AccountPagesFixture platform = new AccountPagesFixture();

  @AfterEach
  void close() {
    platform.close();
  }

  private Browser.Shown logIn(Browser browser, String name, String password) {
    return browser.submit(browser.get("/login"), "/login", "name", name, "password", password);
  }

  @Test
  void leadsFromAPageToTheLoginAndBack() {
    platform.withPassword("ann");
    var browser = platform.browser();

    var asked = browser.get("/account/tokens?cursor=AAAAAAAAAAk");
    var form = browser.get(asked.location());
    var in = browser.submit(form, "/login", "name", "Ann", "password", PASSWORD);

    assertThat(asked.status()).isEqualTo(303);
    assertThat(form.status()).isEqualTo(200);
    assertThat(in.status()).isEqualTo(303);
    assertThat(in.location()).isEqualTo("/account/tokens?cursor=AAAAAAAAAAk");
    assertThat(browser.get(in.location()).status()).isEqualTo(200);
    assertThat(browser.get("/login?next=/account/tokens").location()).isEqualTo("/account/tokens");
  }

  @ParameterizedTest
  @ValueSource(strings = {"//evil.example", "/%5Cevil.example", "https%3A%2F%2Fevil.example%2F"})
  void leadsNowhereElse(String next) {
    platform.withPassword("ann");
    var browser = platform.browser();

    var form = browser.get("/login?next=" + next);
    var in = browser.submit(form, "/login", "name", "ann", "password", PASSWORD);
    var forged =
        platform
            .browser()
            .post("/login", "next", "//evil.example", "name", "ann", "password", PASSWORD);

    assertThat(form.hidden()).containsEntry("next", "/account");
    assertThat(in.location()).isEqualTo("/account");
    assertThat(forged.location()).isEqualTo("/account");
  }

  @Test
  void saysBesideTheFieldWhatIsWrong() {
    platform.withPassword("ann");
    var browser = platform.browser();

    var wrong = logIn(browser, "ann", "wrong");
    var unknown = logIn(browser, "nobody", PASSWORD);
    var nameless = logIn(browser, " ", PASSWORD);
    var without = logIn(browser, "ann", "");

    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.body())
        .contains("aria-describedby=\"password-fault\"", "There is no account with this name")
        .contains("value=\"ann\"")
        .doesNotContain("value=\"wrong\"");
    assertThat(unknown.body().replace("nobody", "ann")).isEqualTo(wrong.body());
    assertThat(nameless.status()).isEqualTo(400);
    assertThat(nameless.body()).contains("id=\"name-fault\"");
    assertThat(without.body()).contains("id=\"password-fault\"");
    assertThat(browser.cookies()).isEmpty();
    assertThat(wrong.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void tellsThatAnAccountIsDisabledToWhoKnowsItsPasswordOnly() {
    platform.withPassword("ann");
    platform
        .jdbi()
        .useHandle(
            handle -> handle.execute("update account set disabled_at = now() where name = 'ann'"));

    var right = logIn(platform.browser(), "ann", PASSWORD);
    var wrong = logIn(platform.browser(), "ann", "wrong");

    assertThat(right.status()).isEqualTo(403);
    assertThat(right.body()).contains("This account is disabled");
    assertThat(right.header("Set-Cookie")).isEmpty();
    assertThat(wrong.body()).doesNotContain("disabled.");
  }

  @Test
  void saysHowLongToWaitAfterTooManyAttempts() {
    var none = Rates.Rate.NONE;
    try (var limited =
        new AccountPagesFixture(new Rates(none, none, none, none, new Rates.Rate(2, 1)))) {
      var browser = limited.browser();
      logIn(browser, "ann", "wrong");
      logIn(browser, "ANN", "wrong");

      var third = logIn(browser, "ann", "wrong");

      assertThat(third.status()).isEqualTo(429);
      assertThat(third.body())
          .contains("Wait %s s, then try again.".formatted(third.header("Retry-After")));
      assertThat(logIn(browser, "bob", "wrong").status()).isEqualTo(401);
    }
  }

  @Test
  void logsNobodyInForOtherSites() {
    platform.withPassword("ann");
    String[] fields = {"name", "ann", "password", PASSWORD};

    for (String site : new String[] {"cross-site", "same-site"}) {
      var refused = platform.browser().with("Sec-Fetch-Site", site).post("/login", fields);
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.header("Set-Cookie")).isEmpty();
    }
    assertThat(
            platform
                .browser()
                .with("Origin", "https://elsewhere.test")
                .post("/login", fields)
                .status())
        .isEqualTo(403);
    assertThat(
            platform.browser().with("Origin", "http://assay.test").post("/login", fields).status())
        .isEqualTo(303);
    assertThat(
            platform
                .browser()
                .with("Sec-Fetch-Site", "same-origin")
                .post("/login", fields)
                .status())
        .isEqualTo(303);
  }

  @Test
  void usesALinkUpByItsButtonOnly() {
    String link = platform.linkOf("ann", "author");
    var browser = platform.browser();

    var page = browser.get(link);
    var again = browser.get(link);

    assertThat(page.status()).isEqualTo(200);
    assertThat(again.body()).contains("<form method=\"post\"><button>");
    assertThat(page.header("Content-Security-Policy"))
        .contains("form-action 'self'")
        .doesNotContain("unsafe");
    assertThat(page.header("Cache-Control")).isEqualTo("no-store");
    assertThat(platform.browser().with("Sec-Fetch-Site", "cross-site").post(link).status())
        .isEqualTo(403);
    assertThat(platform.browser().with("Origin", "https://elsewhere.test").post(link).status())
        .isEqualTo(403);
    var in = browser.with("Origin", "http://assay.test").post(link);
    assertThat(in.status()).isEqualTo(303);
    assertThat(in.location()).isEqualTo("/account");
    var used = platform.browser().post(link);
    assertThat(used.status()).isEqualTo(410);
    assertThat(used.body()).contains("was used already").doesNotContain("<button>");
    assertThat(used.header("Set-Cookie")).isEmpty();
  }

  @Test
  void offersToSetAPasswordAfterALink() {
    var browser = platform.someone("ann", "author");

    var first = browser.get("/account");
    var second = browser.get("/account");

    assertThat(first.body()).contains("The link is used up", "This account has no password yet");
    assertThat(second.body()).doesNotContain("The link is used up");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/login/x", "/login/%27%3B--", "/login/%E2%80%AE"})
  void saysThatALinkIsNoneOfOurs(String path) {
    var shown = platform.browser().get(path);

    assertThat(shown.status()).isEqualTo(410);
    assertThat(shown.body()).contains("none of ours");
    assertThat(platform.browser().post(path).status()).isEqualTo(410);
  }

  @Test
  void saysThatALinkIsTooOldOrItsAccountDisabled() {
    String old = platform.linkOf("ann", "author");
    String disabled = platform.linkOf("bob", "author");
    platform
        .jdbi()
        .useHandle(handle -> {
          handle.execute(
              "update login_link set expires_at = now() where account_key = (select key from account where name = 'ann')");
          handle.execute("update account set disabled_at = now() where name = 'bob'");
        });

    for (String link : new String[] {old, disabled}) {
      assertThat(platform.browser().get(link).status()).isEqualTo(410);
      assertThat(platform.browser().post(link).status()).isEqualTo(410);
    }
  }

  @Test
  void beginsAnotherSessionForALinkInABrowserThatIsLoggedIn() {
    var browser = platform.someone("ann", "author");
    String before = browser.cookies().get("assay_session");
    String link = platform.linkOf("bob", "author");

    assertThat(browser.get(link).body()).contains("You are logged in as ann");
    assertThat(browser.post(link).status()).isEqualTo(303);

    assertThat(browser.get("/account").body()).contains("<h1>bob</h1>");
    var old = platform.browser();
    old.cookies().put("assay_session", before);
    assertThat(old.get("/account").status()).isEqualTo(303);
  }

  @Test
  void logsOutWithTheSessionsTokenOnly() {
    var browser = platform.someone("ann", "author");
    var page = browser.get("/account");

    assertThat(browser.post("/logout").status()).isEqualTo(403);
    assertThat(browser.post("/logout", "csrf_token", "x").status()).isEqualTo(403);
    assertThat(browser.get("/logout").status()).isEqualTo(405);
    var out = browser.post("/logout", "csrf_token", page.hidden().getOrDefault("csrf_token", ""));

    assertThat(out.status()).isEqualTo(303);
    assertThat(browser.get(out.location()).body()).contains("You are logged out.");
    assertThat(browser.get(out.location()).body()).doesNotContain("You are logged out.");
    assertThat(browser.get("/account").status()).isEqualTo(303);
    assertThat(browser.cookies()).doesNotContainKey("assay_session");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\\\"><img src=x onerror=alert(1)>",
        "${jndi:ldap://x}{{7*7}}%s%n:name",
        "名前 🎈 ñ"
      })
  void showsNamesAsTheyAre(String name) {
    var page = platform.someone(name, "author").get("/account");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("<script>", "<img", "{0}");
    assertThat(page.between("<h1>", "</h1>"))
        .isEqualTo(name.replace("\\", "").replace("<", "&lt;").replace(">", "&gt;"));
  }

  @Test
  void saysNothingThatACookieMakesUp() {
    var browser = platform.browser();
    browser.cookies().putAll(Map.of("assay_said", "login.wrong"));

    assertThat(browser.get("/login").body()).doesNotContain("class=\"done\"");
  }
}
