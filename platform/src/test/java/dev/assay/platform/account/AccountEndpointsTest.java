package dev.assay.platform.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Rates;
import dev.assay.platform.testkit.Api;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AccountEndpointsTest {
  private static final String PASSWORD = "correct horse battery staple";

  private final AccountsFixture platform = new AccountsFixture();

  @AfterEach
  void close() {
    platform.close();
  }

  private static Api.Reply expect(int status, Api.Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    return reply;
  }

  private static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }

  private Api.Reply logIn(String name, String password) {
    return platform.anyone.post(
        "/api/v1/login", "{\"name\":%s,\"password\":%s}".formatted(quoted(name), quoted(password)));
  }

  private AccountsFixture.Session withPassword(String name) {
    var session = platform.sessionBy(platform.create(name, "author").text("/login_link/url"));
    var reply = setPassword(session, "{\"password\":\"%s\"}".formatted(PASSWORD));
    expect(200, reply);
    return new AccountsFixture.Session(
        reply.header("Set-Cookie").split(";", 2)[0], reply.text("/csrf_token"));
  }

  private Api.Reply setPassword(AccountsFixture.Session session, String json) {
    return platform
        .in(session)
        .with("X-CSRF-Token", session.csrfToken())
        .send("PUT", "/api/v1/account/password", json);
  }

  @Test
  void describesEveryRouteAndNoOther() {
    var routes = platform.server().routes();

    assertThat(AccountsFixture.CONFORMITY.undocumented(routes)).isEmpty();
    assertThat(AccountsFixture.CONFORMITY.unregistered(routes)).isEmpty();
    assertThat(routes).hasSizeGreaterThan(13);
  }

  @Test
  void servesTheDescriptionWithATag() {
    Api.Reply reply = expect(200, platform.anyone.get("/api/v1/openapi.yaml"));

    assertThat(reply.body()).contains("/api/v1/accounts/{account}");
    expect(
        304,
        platform.anyone.with("If-None-Match", reply.header("ETag")).get("/api/v1/openapi.yaml"));
  }

  @Test
  void givesTheFirstOperatorALinkUntilOneHasLoggedIn() {
    assertThat(platform.accounts.firstLoginLink()).isEmpty();
    assertThat(platform.operator.get("/api/v1/account").text("/account/name"))
        .isEqualTo("operator");
    assertThat(platform.operator.get("/api/v1/account").json().get("scopes"))
        .extracting(scope -> scope.asString())
        .containsExactly("read", "submit", "publish", "operate");
  }

  @Test
  void refusesALinkThatIsReplayedTooOldOrMadeUp() {
    String link = platform.create("ann", "author").text("/login_link/url");
    String old = platform.create("bob", "author").text("/login_link/url");
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "update login_link set expires_at = now() where hash = ?",
                (Object) Secrets.hash(old.substring(old.lastIndexOf('/') + 1))));

    platform.tokenBy(link);

    for (String bad : List.of(link, old, "http://assay.test/login/x", "", "'; --")) {
      expect(
          401, platform.anyone.post("/api/v1/login-link", "{\"link\":%s}".formatted(quoted(bad))));
    }
  }

  @Test
  void letsOneOfManyUseALinkAtOnce() {
    String link = platform.create("ann", "author").text("/login_link/url");

    List<Integer> statuses =
        IntStream.range(0, 8)
            .mapToObj(i ->
                CompletableFuture.supplyAsync(() ->
                    platform
                        .anyone
                        .post("/api/v1/login-link", "{\"link\":\"%s\"}".formatted(link))
                        .status()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();

    assertThat(statuses).containsOnlyOnce(200).filteredOn(status -> status == 401).hasSize(7);
  }

  @Test
  void logsInByPasswordAndSaysNothingAboutNames() {
    withPassword("Ann");

    expect(200, logIn("ann", PASSWORD));
    Api.Reply wrong = expect(401, logIn("Ann", PASSWORD + "x"));
    Api.Reply unknown = expect(401, logIn("nobody", PASSWORD));
    Api.Reply without = expect(401, logIn("operator", PASSWORD));
    assertThat(wrong.text("/detail"))
        .isEqualTo(unknown.text("/detail"))
        .isEqualTo(without.text("/detail"));
    expect(401, logIn("ann", "x".repeat(3000)));
    expect(401, logIn("' or 1=1 --", "' or '1'='1' --"));
  }

  @Test
  void hidesThatAnAccountIsDisabled() {
    withPassword("ann");
    String id = platform.operator.get("/api/v1/accounts").text("/items/0/id");
    platform.operator.send("PATCH", "/api/v1/accounts/" + id, "{\"disabled\":true}");

    assertThat(expect(401, logIn("ann", PASSWORD)).text("/detail"))
        .isEqualTo(logIn("nobody", PASSWORD).text("/detail"));
  }

  @Test
  void asksForTheCurrentPasswordUnlessALinkWasJustUsed() {
    AccountsFixture.Session first = withPassword("ann");
    String longer = PASSWORD + "!";

    expect(403, setPassword(first, "{\"password\":\"%s\"}".formatted(longer)));
    expect(403, setPassword(first, "{\"current\":\"no\",\"password\":\"%s\"}".formatted(longer)));
    expect(
        200,
        setPassword(first, "{\"current\":\"%s\",\"password\":\"%s\"}".formatted(PASSWORD, longer)));
    expect(401, platform.in(first).get("/api/v1/account"));
    expect(401, logIn("ann", PASSWORD));
    expect(200, logIn("ann", longer));
    expect(
        403,
        platform.operator.send(
            "PUT", "/api/v1/account/password", "{\"password\":\"%s\"}".formatted(longer)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "eleven char"})
  void refusesShortPasswords(String password) {
    var session = platform.sessionBy(platform.create("ann", "author").text("/login_link/url"));

    expect(400, setPassword(session, "{\"password\":\"%s\"}".formatted(password)));
  }

  @Test
  void wantsTheCsrfTokenForChangesUnderACookie() {
    var session = platform.sessionBy(platform.create("ann", "author").text("/login_link/url"));
    var other = platform.sessionBy(platform.create("bob", "author").text("/login_link/url"));
    Api api = platform.in(session);
    String json = "{\"name\":\"t\",\"scopes\":[\"read\"]}";

    expect(200, api.get("/api/v1/account"));
    expect(403, api.post("/api/v1/tokens", json));
    expect(403, api.with("X-CSRF-Token", "").post("/api/v1/tokens", json));
    expect(403, api.with("X-CSRF-Token", other.csrfToken()).post("/api/v1/tokens", json));
    expect(403, api.post("/api/v1/logout", null));
    Api form = api.with("Content-Type", "application/x-www-form-urlencoded");
    expect(403, form.post("/api/v1/logout", "csrf_token=x"));
    expect(201, api.with("X-CSRF-Token", session.csrfToken()).post("/api/v1/tokens", json));
    expect(204, form.post("/api/v1/logout", "csrf_token=" + session.csrfToken()));
    expect(401, api.get("/api/v1/account"));
  }

  @Test
  void givesANewSessionAtEachLoginSoNoneCanBeFixed() {
    String link = platform.create("ann", "author").text("/login_link/url");

    Api.Reply reply =
        platform
            .anyone
            .with("Cookie", "assay_session=fixed-by-another")
            .post("/api/v1/login-link", "{\"link\":\"%s\"}".formatted(link));

    assertThat(expect(200, reply).header("Set-Cookie"))
        .doesNotContain("fixed-by-another")
        .contains("HttpOnly", "SameSite=Lax", "Path=/")
        .doesNotContain("Domain", "Secure");
    expect(
        401,
        platform.anyone.with("Cookie", "assay_session=fixed-by-another").get("/api/v1/account"));
  }

  @Test
  void keepsCookiesToItselfOverHttps() {
    try (var secure = new AccountsFixture("https://assay.test", Rates.UNLIMITED)) {
      String link = secure.create("ann", "author").text("/login_link/url");

      var reply = secure.anyone.post("/api/v1/login-link", "{\"link\":\"%s\"}".formatted(link));

      assertThat(link).startsWith("https://assay.test/login/");
      assertThat(reply.header("Set-Cookie"))
          .startsWith("__Host-assay=")
          .contains("; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/;");
    }
  }

  @Test
  void replacesACookieAfterADayAndEndsItAfterAWeek() {
    var session = platform.sessionBy(platform.create("ann", "author").text("/login_link/url"));
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute("update login_session set created_at = now() - interval '25 hours'"));

    Api.Reply reply = expect(200, platform.in(session).get("/api/v1/account"));
    String next = reply.header("Set-Cookie").split(";", 2)[0];

    assertThat(next).startsWith("assay_session=").isNotEqualTo(session.cookie());
    assertThat(reply.text("/csrf_token")).isEqualTo(session.csrfToken());
    assertThat(platform.in(session).get("/api/v1/account").header("Set-Cookie")).isEmpty();
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "update login_session set expires_at = now() where replaced_at is not null"));
    expect(401, platform.in(session).get("/api/v1/account"));
    expect(200, platform.anyone.with("Cookie", next).get("/api/v1/account"));
    platform
        .jdbi()
        .useHandle(handle -> handle.execute("update login_session set expires_at = now()"));
    expect(401, platform.anyone.with("Cookie", next).get("/api/v1/account"));
  }

  @Test
  void givesTokensThatCanDoNoMoreAndLiveNoLonger() {
    Api ann = platform.someone("ann", "author");

    expect(403, ann.post("/api/v1/tokens", "{\"name\":\"t\",\"scopes\":[\"operate\"]}"));
    expect(403, ann.post("/api/v1/tokens", "{\"name\":\"t\",\"scopes\":[\"read\",\"publish\"]}"));
    for (String bad : List.of("[]", "[\"READ\"]", "[\"all\"]", "[0]")) {
      expect(400, ann.post("/api/v1/tokens", "{\"name\":\"t\",\"scopes\":%s}".formatted(bad)));
    }
    for (int days : List.of(0, -1, 366)) {
      expect(
          400,
          ann.post(
              "/api/v1/tokens",
              "{\"name\":\"t\",\"scopes\":[\"read\"],\"valid_days\":%d}".formatted(days)));
    }
    var reader =
        expect(
            201,
            ann.post(
                "/api/v1/tokens", "{\"name\":\"t\",\"scopes\":[\"read\"],\"valid_days\":365}"));
    assertThat(Instant.parse(reader.text("/token/expires_at")))
        .isBefore(Instant.now().plus(Duration.ofDays(91)));
    Api readOnly = platform.anyone.withToken(reader.text("/secret"));
    expect(403, readOnly.post("/api/v1/tokens", "{\"name\":\"t\",\"scopes\":[\"submit\"]}"));
    expect(403, readOnly.get("/api/v1/accounts"));
    String strong = ann.get("/api/v1/tokens").text("/items/1/id");
    expect(403, readOnly.send("DELETE", "/api/v1/tokens/" + strong, null));
  }

  @Test
  void showsATokenOnceAndStoresItsHashOnly() {
    Api ann = platform.someone("ann", "author");

    String secret =
        ann.post("/api/v1/tokens", "{\"name\":\"t\",\"scopes\":[\"read\"]}").text("/secret");

    assertThat(ann.get("/api/v1/tokens").body()).doesNotContain(secret);
    assertThat(platform.operator.get("/api/v1/audit").body()).doesNotContain(secret);
    assertThat(dump("api_token")).doesNotContain(secret);
  }

  private String dump(String table) {
    return platform
        .jdbi()
        .withHandle(handle ->
            String.join(
                "\n",
                handle
                    .createQuery("select t::text from <table> t")
                    .define("table", table)
                    .mapTo(String.class)
                    .list()));
  }

  @Test
  void endsATokenWhenItIsRevokedTooOldOrItsAccountDisabled() {
    Api ann = platform.someone("ann", "author");
    Api bob = platform.someone("bob", "author");
    Api cid = platform.someone("cid", "author");

    expect(
        204,
        ann.send(
            "DELETE", "/api/v1/tokens/" + ann.get("/api/v1/tokens").text("/items/0/id"), null));
    expect(401, ann.get("/api/v1/account"));
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "update api_token t set expires_at = now() from account a where a.key = t.account_key and a.name = 'bob'"));
    expect(401, bob.get("/api/v1/account"));
    String cids = cid.get("/api/v1/account").text("/account/id");
    expect(200, platform.operator.send("PATCH", "/api/v1/accounts/" + cids, "{\"disabled\":true}"));
    expect(401, cid.get("/api/v1/account"));
    expect(409, platform.operator.post("/api/v1/accounts/" + cids + "/login-link", null));
    expect(
        200, platform.operator.send("PATCH", "/api/v1/accounts/" + cids, "{\"disabled\":false}"));
    expect(200, cid.get("/api/v1/account"));
  }

  @Test
  void endsASessionWhenItsAccountIsDisabled() {
    var created = platform.create("ann", "author");
    var session = platform.sessionBy(created.text("/login_link/url"));
    String path = "/api/v1/accounts/" + created.text("/account/id");

    platform.operator.send("PATCH", path, "{\"disabled\":true}");
    expect(401, platform.in(session).get("/api/v1/account"));
    platform.operator.send("PATCH", path, "{\"disabled\":false}");

    expect(401, platform.in(session).get("/api/v1/account"));
  }

  @Test
  void answersTokensOfOthersLikeNoTokens() {
    Api ann = platform.someone("ann", "author");
    Api bob = platform.someone("bob", "author");
    String anns = ann.get("/api/v1/tokens").text("/items/0/id");

    String foreign = expect(404, bob.send("DELETE", "/api/v1/tokens/" + anns, null)).body();
    String unknown = expect(404, bob.send("DELETE", "/api/v1/tokens/0000000000", null)).body();

    assertThat(foreign.replace(anns, "0000000000")).isEqualTo(unknown);
    expect(200, ann.get("/api/v1/account"));
    assertThat(bob.get("/api/v1/tokens").json().get("items")).hasSize(1);
    expect(204, platform.operator.send("DELETE", "/api/v1/tokens/" + anns, null));
    expect(401, ann.get("/api/v1/account"));
  }

  @Test
  void letsARoleThatWasTakenAwayDoNothingAnyMore() {
    Api ann = platform.someone("ann", "operator");
    String id = ann.get("/api/v1/account").text("/account/id");
    expect(200, ann.get("/api/v1/accounts"));

    expect(200, platform.operator.send("PATCH", "/api/v1/accounts/" + id, "{\"role\":\"author\"}"));

    expect(403, ann.get("/api/v1/accounts"));
    assertThat(ann.get("/api/v1/account").json().get("scopes")).hasSize(2);
  }

  @Test
  void keepsOneOperator() {
    String id = platform.operator.get("/api/v1/account").text("/account/id");

    expect(409, platform.operator.send("PATCH", "/api/v1/accounts/" + id, "{\"disabled\":true}"));
    expect(409, platform.operator.send("PATCH", "/api/v1/accounts/" + id, "{\"role\":\"host\"}"));
    expect(200, platform.operator.get("/api/v1/accounts"));
  }

  @Test
  void changesQuotas() {
    String path = "/api/v1/accounts/" + platform.create("ann", "author").text("/account/id");

    var set =
        expect(
            200,
            platform.operator.send(
                "PATCH", path, "{\"jobs_waiting_quota\":3,\"jobs_daily_quota\":0}"));
    assertThat(set.json().get("jobs_waiting_quota").asInt()).isEqualTo(3);
    expect(400, platform.operator.send("PATCH", path, "{\"jobs_waiting_quota\":-1}"));
    var usual = platform.operator.send("PATCH", path, "{\"usual_quotas\":true}");
    assertThat(usual.json().has("jobs_waiting_quota")).isFalse();
    expect(404, platform.operator.send("PATCH", "/api/v1/accounts/nobody", "{}"));
  }

  @Test
  void letsOperatorsOnlySeeAccountsAndTheAuditLog() {
    Api host = platform.someone("hal", "host");

    for (String path : List.of("/api/v1/accounts", "/api/v1/audit")) {
      expect(401, platform.anyone.get(path));
      expect(403, host.get(path));
      expect(200, platform.operator.get(path));
    }
    expect(401, platform.anyone.get("/api/v1/account"));
    expect(401, platform.anyone.get("/api/v1/tokens"));
    expect(401, platform.anyone.post("/api/v1/logout", null));
    expect(401, platform.anyone.with("Authorization", "Basic eDp5").get("/api/v1/account"));
  }

  @Test
  void writesDownWhoDidWhat() {
    platform.someone("ann", "author");

    var first = platform.operator.get("/api/v1/audit?limit=2");
    var second = platform.operator.get("/api/v1/audit?limit=2&cursor=" + first.text("/next"));

    assertThat(first.text("/items/0/action")).isEqualTo("token.create");
    assertThat(first.text("/items/1/action")).isEqualTo("login");
    assertThat(second.text("/items/0/action")).isEqualTo("account.create");
    assertThat(second.text("/items/0/actor")).isEqualTo("operator");
    assertThat(second.text("/items/0/detail")).isEqualTo("ann, author");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'; drop table account; --",
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "${jndi:ldap://x}{{7*7}}%s%n:name",
        "名前 🎈 ñ",
        "../../etc/passwd",
      })
  void keepsNamesAsTheyAre(String name) {
    var created =
        expect(
            201,
            platform.operator.post(
                "/api/v1/accounts", "{\"name\":%s,\"role\":\"author\"}".formatted(quoted(name))));

    assertThat(created.text("/account/name")).isEqualTo(name);
    assertThat(platform.operator.get("/api/v1/accounts").text("/items/0/name")).isEqualTo(name);
    Api owner = platform.someone("owner", "author");
    var token =
        expect(
            201,
            owner.post(
                "/api/v1/tokens", "{\"name\":%s,\"scopes\":[\"read\"]}".formatted(quoted(name))));
    assertThat(token.text("/token/name")).isEqualTo(name);
    expect(
        409,
        platform.operator.post(
            "/api/v1/accounts", "{\"name\":%s,\"role\":\"author\"}".formatted(quoted(name))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", " a", "a\\u0000", "a\\ud800", "a\\nb", "a\\u202eb", "a\\u001b[1m"})
  void refusesNamesThatCannotBeShown(String escaped) {
    String json = "{\"name\":\"%s\",\"role\":\"author\"}".formatted(escaped);
    long before = count("account");

    expect(400, platform.operator.post("/api/v1/accounts", json));
    expect(
        400,
        platform.operator.post(
            "/api/v1/tokens", "{\"name\":\"%s\",\"scopes\":[\"read\"]}".formatted(escaped)));

    assertThat(count("account")).isEqualTo(before);
  }

  private long count(String table) {
    return platform
        .jdbi()
        .withHandle(handle ->
            handle
                .createQuery("select count(*) from <table>")
                .define("table", table)
                .mapTo(long.class)
                .one());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"a\",\"name\":\"b\",\"role\":\"author\"}",
        "{\"name\":\"a\",\"role\":\"author\",\"key\":1}",
        "{\"name\":\"a\",\"role\":\"root\"}",
        "{\"name\":\"a\",\"role\":2}",
        "{\"name\":\"a\"}",
        "{\"name\":{\"a\":1},\"role\":\"author\"}",
        "[]",
        "null",
      })
  void refusesWhatIsNoAccount(String json) {
    expect(400, platform.operator.post("/api/v1/accounts", json));

    assertThat(count("account")).isEqualTo(1);
  }

  @Test
  void refusesBodiesThatAreTooLong() {
    String json = "{\"name\":\"%s\",\"role\":\"author\"}".formatted("x".repeat(20_000));

    expect(413, platform.operator.post("/api/v1/accounts", json));
    expect(413, platform.anyone.post("/api/v1/login", json));
    expect(
        400,
        platform.operator.post(
            "/api/v1/accounts", "{\"name\":\"%s\",\"role\":\"author\"}".formatted("x".repeat(65))));
  }

  @Test
  void notesTheLastUseOnceAMinute() {
    Api ann = platform.someone("ann", "author");
    ann.get("/api/v1/account");
    String first = ann.get("/api/v1/tokens").text("/items/0/last_used_at");

    assertThat(ann.get("/api/v1/tokens").text("/items/0/last_used_at")).isEqualTo(first);
    platform
        .jdbi()
        .useHandle(handle ->
            handle.execute("update api_token set last_used_at = now() - interval '61 seconds'"));
    ann.get("/api/v1/account");
    assertThat(Instant.parse(ann.get("/api/v1/tokens").text("/items/0/last_used_at")))
        .isAfterOrEqualTo(Instant.parse(first));
  }

  @Test
  void boundsLoginsByNameAndByAddress() {
    var three = new Rates.Rate(3, 1);
    var none = Rates.Rate.NONE;
    try (var limited =
        new AccountsFixture("http://a.test", new Rates(none, none, none, none, three))) {
      String json = "{\"name\":\"%s\",\"password\":\"x\"}";
      for (int i = 0; i < 3; i++) {
        expect(401, limited.anyone.post("/api/v1/login", json.formatted("ann")));
      }
      Api.Reply fourth = expect(429, limited.anyone.post("/api/v1/login", json.formatted("ANN")));
      assertThat(Integer.parseInt(fourth.header("Retry-After"))).isPositive();
      expect(401, limited.anyone.post("/api/v1/login", json.formatted("bob")));
    }
    try (var limited =
        new AccountsFixture("http://a.test", new Rates(none, none, none, three, none))) {
      // The fixture's own login was one.
      expect(401, limited.anyone.post("/api/v1/login-link", "{\"link\":\"a\"}"));
      expect(401, limited.anyone.post("/api/v1/login-link", "{\"link\":\"b\"}"));
      expect(429, limited.anyone.post("/api/v1/login-link", "{\"link\":\"c\"}"));
    }
  }

  @Test
  void revokesTheTokenThatLogsOut() {
    Api ann = platform.someone("ann", "author");

    expect(204, ann.post("/api/v1/logout", null));

    expect(401, ann.get("/api/v1/account"));
  }

  @Test
  void takesAwayWhatHasLongExpired() {
    platform.sessionBy(platform.create("ann", "author").text("/login_link/url"));
    platform.create("bob", "author");
    platform
        .jdbi()
        .useHandle(handle -> {
          handle.execute("update login_session set expires_at = now() - interval '31 days'");
          handle.execute("update login_link set expires_at = now() - interval '31 days'");
        });

    platform.accounts.sweep();

    assertThat(count("login_session")).isZero();
    // Used ones stay, as they tell that an operator has logged in.
    assertThat(count("login_link")).isEqualTo(2);
  }
}
