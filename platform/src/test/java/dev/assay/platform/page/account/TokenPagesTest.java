package dev.assay.platform.page.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenPagesTest {
  private static final String LIST = "/account/tokens";

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

  private Browser.Shown make(String... fields) {
    return browser.submit(browser.get(LIST), LIST, fields);
  }

  private static String secret(Browser.Shown made) {
    return made.between("<code id=\"secret\" class=\"code\">", "</code>");
  }

  @Test
  void showsATokensSecretOnceAndKeepsItNowhere() {
    var made = make("name", "laptop", "scope_read", "on", "days", "30");
    String secret = secret(made);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Cache-Control")).isEqualTo("no-store");
    assertThat(made.header("ETag")).isEmpty();
    assertThat(secret).startsWith("assay_").hasSize(49);
    assertThat(made.body()).contains("data-copy=\"secret\"");
    assertThat(made.body().indexOf(secret)).isEqualTo(made.body().lastIndexOf(secret));
    assertThat(platform.api().withToken(secret).get("/api/v1/account").text("/account/name"))
        .isEqualTo("ann");
    assertThat(browser.get(LIST).body()).contains("laptop", "<td>read</td>").doesNotContain(secret);
  }

  @Test
  void saysBesideTheFieldWhatIsWrong() {
    var nameless = make("name", "", "scope_read", "on");
    var scopeless = make("name", "laptop");
    var hidden = make("name", "a\u202eb", "scope_read", "on");
    var beyond = make("name", "laptop", "scope_operate", "on");
    var forEver = make("name", "laptop", "scope_read", "on", "days", "9999");

    assertThat(nameless.status()).isEqualTo(400);
    assertThat(nameless.body()).contains("id=\"name-fault\"");
    assertThat(scopeless.body()).contains("id=\"scopes-fault\"", "value=\"laptop\"");
    assertThat(hidden.body()).contains("characters that cannot be seen");
    assertThat(beyond.body()).contains("A token can do no more than you can here.");
    assertThat(forEver.body()).contains("A token is good for 1 to 365 days, not 9999.");
    assertThat(browser.get(LIST).body()).contains("There is none.");
  }

  @Test
  void offersScopesOfOnesRoleOnly() {
    assertThat(browser.get(LIST).body())
        .contains("scope_read", "scope_submit")
        .doesNotContain("scope_publish", "scope_operate");
    assertThat(platform.someone("olga", "operator").get(LIST).body()).contains("scope_operate");
  }

  @Test
  void revokesInTwoStepsWithoutScripts() {
    String secret = secret(make("name", "laptop", "scope_read", "on"));
    String revoke = browser.get(LIST).between("<a href=\"/account/tokens/", "\"");

    var asked = browser.get(LIST + "/" + revoke);
    assertThat(asked.body()).contains("Whatever uses the token “laptop” will be refused at once");
    assertThat(browser.post(LIST + "/" + revoke).status()).isEqualTo(403);
    assertThat(platform.api().withToken(secret).get("/api/v1/account").status()).isEqualTo(200);
    var done = browser.submit(asked, LIST + "/" + revoke);

    assertThat(done.status()).isEqualTo(303);
    assertThat(done.location()).isEqualTo(LIST);
    assertThat(browser.get(LIST).body()).contains("The token is revoked", ">revoked</span>");
    assertThat(platform.api().withToken(secret).get("/api/v1/account").status()).isEqualTo(401);
    assertThat(browser.get(LIST + "/" + revoke).body()).contains("good for nothing any more");
  }

  @Test
  void answersTokensOfOthersLikeNoTokens() {
    make("name", "laptop", "scope_read", "on");
    String revoke = browser.get(LIST).between("<a href=\"/account/tokens/", "\"");
    var operator = platform.someone("olga", "operator");
    var page = operator.get(LIST);

    assertThat(operator.get(LIST + "/" + revoke).status()).isEqualTo(404);
    assertThat(operator.submit(page, LIST + "/" + revoke).status()).isEqualTo(404);
    assertThat(browser.get(LIST).body()).doesNotContain(">revoked</span>");
  }

  @Test
  void pagesThroughManyTokens() {
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                """
                insert into api_token (id, account_key, name, hash, scopes, expires_at)
                select 't' || n, a.key, repeat('n', 90) || n, decode(lpad(n::text, 8, '0'), 'hex'), '{read,submit}',
                  now() + interval '90 days'
                from account a, generate_series(1, 99) n where a.name = 'ann'
                """));

    var first = browser.get(LIST);
    var second = browser.get(LIST + "?cursor=" + first.between("?cursor=", "\""));

    assertThat(first.body().length()).isLessThan(30 << 10);
    assertThat(second.body()).contains("n49</th>").doesNotContain("n50</th>");
  }
}
