package dev.assay.platform.page.account;

import static dev.assay.platform.page.account.AccountPagesFixture.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.testkit.ResultsWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccountPageTest {
  private static final String LONGER = PASSWORD + "!";

  private final AccountPagesFixture platform = new AccountPagesFixture();

  @AfterEach
  void close() {
    platform.close();
  }

  private Browser.Shown change(Browser browser, String... fields) {
    return browser.submit(browser.get("/account"), "/account/password", fields);
  }

  @Test
  void changesThePasswordAndEndsAllOtherSessions() {
    var first = platform.withPassword("ann");
    var second = platform.browser();
    second.post("/login", "name", "ann", "password", PASSWORD);

    var changed = change(second, "current", PASSWORD, "password", LONGER, "again", LONGER);

    assertThat(changed.status()).isEqualTo(303);
    assertThat(second.get("/account").body()).contains("All other sessions have ended");
    assertThat(first.get("/account").status()).isEqualTo(303);
    assertThat(platform.browser().post("/login", "name", "ann", "password", LONGER).status())
        .isEqualTo(303);
  }

  @Test
  void asksForTheCurrentPasswordUnlessALinkWasJustUsed() {
    var browser = platform.withPassword("ann");

    var page = browser.get("/account");
    var without = change(browser, "password", LONGER, "again", LONGER);
    var wrong = change(browser, "current", "x", "password", LONGER, "again", LONGER);

    assertThat(page.body()).contains("name=\"current\"");
    assertThat(without.status()).isEqualTo(403);
    assertThat(wrong.body()).contains("id=\"current-fault\"").doesNotContain(LONGER);
    assertThat(platform.someone("bob", "author").get("/account").body())
        .doesNotContain("name=\"current\"");
  }

  @Test
  void saysWhatIsWrongWithANewPassword() {
    var browser = platform.someone("ann", "author");

    var shortOne = change(browser, "password", "short", "again", "short");
    var different = change(browser, "password", PASSWORD, "again", LONGER);
    var unsigned = browser.post("/account/password", "password", PASSWORD, "again", PASSWORD);

    assertThat(shortOne.status()).isEqualTo(400);
    assertThat(shortOne.body()).contains("A password has 12 to 256 characters, this one has 5.");
    assertThat(different.body()).contains("The two new passwords are not the same.");
    assertThat(unsigned.status()).isEqualTo(403);
    assertThat(browser.get("/account").body()).contains("This account has no password yet");
  }

  @Test
  void showsWhatOneHasMadeAndNothingOfOthers() {
    var browser = platform.someone("ann", "author");
    var world = new ResultsWorld(platform.jdbi());
    world.plan("ntt");
    world.plan("others");
    platform
        .jdbi()
        .useHandle(handle -> {
          handle.execute(
              "update job set author_key = (select key from account where name = 'ann') where id = 'job1'");
          handle.execute(
              "update implementation set owner_key = (select key from account where name = 'ann') where id = 'ntt'");
        });

    String body = browser.get("/account").body();

    assertThat(body)
        .contains("href=\"/jobs/job1\"", "href=\"/implementations/ntt\"", "/submissions/sjob1")
        .contains("<span class=\"state running\"", "1 of 50 jobs", "1 of 500 jobs")
        .doesNotContain("job2", "/implementations/others");
  }

  @Test
  void showsHostsAndOperatorsTheirDoors() {
    String author = platform.someone("ann", "author").get("/account").body();
    String host = platform.someone("hal", "host").get("/account").body();
    String operator = platform.someone("olga", "operator").get("/account").body();

    assertThat(author).doesNotContain("href=\"/host\"", "href=\"/operator\"");
    assertThat(host).contains("href=\"/host\"").doesNotContain("href=\"/operator\"");
    assertThat(operator).contains("href=\"/host\"", "href=\"/operator\"");
  }

  @Test
  void staysSmallWithLongNames() {
    var browser = platform.someone("ann", "author");
    var world = new ResultsWorld(platform.jdbi());
    for (int i = 0; i < 25; i++) {
      world.plan("i%02d".formatted(i) + "x".repeat(95));
    }
    platform
        .jdbi()
        .useHandle(handle -> {
          handle.execute(
              "update job set author_key = (select key from account where name = 'ann')");
          handle.execute(
              "update implementation set owner_key = (select key from account where name = 'ann')");
        });

    assertThat(browser.get("/account").body().length()).isLessThan(30 << 10);
  }
}
