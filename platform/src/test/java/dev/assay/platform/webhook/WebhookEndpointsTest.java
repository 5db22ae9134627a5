package dev.assay.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.account.AccountEndpoints;
import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Audit;
import dev.assay.platform.account.DatabaseAuthenticator;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.OpenApiConformity;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Over HTTP, each answer held to the description.
class WebhookEndpointsTest {
  private static final OpenApiConformity CONFORMITY =
      OpenApiConformity.of("base", "account", "webhooks");

  private static final String ALL = "/api/v1/webhooks";

  private final WebhookWorld world = new WebhookWorld();
  private HttpServer server;
  private Api anyone;
  private Api operator;
  private Api ann;

  @BeforeEach
  void start() {
    var random = new SecureRandom();
    Supplier<String> url = () -> WebhookWorld.URL;
    world.sql("insert into account (id, name, role) values ('op', 'operator', 'operator')");
    var accounts = new Accounts(world.jdbi(), random, url);
    server =
        HttpServer.start(
            "127.0.0.1",
            0,
            new DatabaseAuthenticator(world.jdbi(), random, url),
            List.of(
                new AccountEndpoints(world.jdbi(), random, url),
                new WebhookEndpoints(
                    new Webhooks(
                        world.jdbi(),
                        random,
                        WebhookWorld.LOOPBACK,
                        HostAddresses.SYSTEM,
                        new Audit(world.jdbi())::record,
                        url))));
    anyone = Api.at("http://127.0.0.1:" + server.port(), CONFORMITY);
    operator = byLink(accounts.firstLoginLink().orElseThrow());
    ann = account("ann");
  }

  @AfterEach
  void close() {
    server.close();
    world.close();
  }

  private Api byLink(String link) {
    var login =
        anyone.post(
            "/api/v1/login-link", JsonCodec.toJson(Map.of("link", link, "token_name", "t")));
    return anyone.withToken(login.text("/token/secret"));
  }

  private Api account(String name) {
    return byLink(
        operator
            .post("/api/v1/accounts", "{\"name\":\"%s\",\"role\":\"author\"}".formatted(name))
            .text("/login_link/url"));
  }

  private static Api.Reply expect(int status, Api.Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    return reply;
  }

  private Api.Reply create(Api who, String... events) {
    return who.post(
        ALL, JsonCodec.toJson(Map.of("url", world.receiver.url(), "events", List.of(events))));
  }

  @Test
  void goesFromAWebhookToItsDeliveries() {
    var made = expect(201, create(ann, "run.finished", "run.finished"));
    String one = ALL + "/" + made.text("/webhook/id");
    assertThat(made.json().at("/webhook/events")).hasSize(1);

    var ping = expect(202, ann.post(one + "/ping", null));
    world.courier.deliverAll();
    var list = expect(200, ann.get(one + "/deliveries"));
    String delivery = one + "/deliveries/" + ping.text("/id");

    assertThat(list.text("/items/0/state")).isEqualTo("delivered");
    assertThat(expect(200, ann.get(delivery)).text("/body")).contains("\"ping\"");
    assertThat(expect(202, ann.post(delivery + "/redeliver", null)).text("/state"))
        .isEqualTo("waiting");
    assertThat(world.courier.deliverAll()).isEqualTo(1);
    assertThat(expect(200, ann.get(ALL)).body()).doesNotContain(made.text("/secret"));
    assertThat(expect(200, ann.get(one)).body()).doesNotContain(made.text("/secret"));
    assertThat(operator.get("/api/v1/audit").body())
        .contains("webhook.create")
        .doesNotContain(made.text("/secret"), "key=v");
  }

  @Test
  void givesAnotherSecretAndSaysUntilWhenBothSign() {
    var made = create(ann, "run.finished");
    String one = ALL + "/" + made.text("/webhook/id");

    var renewed = expect(201, ann.post(one + "/secret", null));

    assertThat(renewed.text("/secret"))
        .startsWith("assay_hook_")
        .isNotEqualTo(made.text("/secret"));
    assertThat(renewed.json().at("/webhook").has("old_secret_end")).isTrue();
    assertThat(expect(200, ann.get(one)).body())
        .contains("old_secret_end")
        .doesNotContain(made.text("/secret"), renewed.text("/secret"));
    assertThat(operator.get("/api/v1/audit").body())
        .contains("webhook.secret")
        .doesNotContain(made.text("/secret"), renewed.text("/secret"));
  }

  @Test
  void changesPausesResumesAndDeletes() {
    String one = ALL + "/" + create(ann, "run.finished").text("/webhook/id");

    var changed =
        expect(200, ann.send("PATCH", one, "{\"events\":[\"job.failed\"],\"paused\":true}"));
    assertThat(changed.json().has("paused_at")).isTrue();
    assertThat(changed.text("/events/0")).isEqualTo("job.failed");
    expect(409, ann.post(one + "/ping", null));
    assertThat(expect(200, ann.send("PATCH", one, "{\"paused\":false}")).json().has("paused_at"))
        .isFalse();
    expect(200, ann.send("PATCH", one, "{}"));
    expect(400, ann.send("PATCH", one, "{\"url\":\"nowhere\"}"));
    expect(400, ann.send("PATCH", one, "{\"events\":[]}"));
    expect(204, ann.send("DELETE", one, null));
    expect(404, ann.get(one));
  }

  @Test
  void hidesWebhooksFromOthersLikeOnesThatAreNotThere() {
    var made = create(ann, "run.finished");
    String one = ALL + "/" + made.text("/webhook/id");
    Api bob = account("bob");
    String ping = expect(202, ann.post(one + "/ping", null)).text("/id");

    for (Api other : List.of(bob, operator)) {
      expect(404, other.get(one));
      expect(404, other.send("PATCH", one, "{\"paused\":true}"));
      expect(404, other.send("DELETE", one, null));
      expect(404, other.post(one + "/ping", null));
      expect(404, other.post(one + "/secret", null));
      expect(404, other.get(one + "/deliveries"));
      expect(404, other.get(one + "/deliveries/" + ping));
      expect(404, other.post(one + "/deliveries/" + ping + "/redeliver", null));
      assertThat(expect(200, other.get(ALL)).json().get("items")).isEmpty();
    }
    for (String path : List.of(ALL, one)) {
      expect(401, anyone.get(path));
    }
    expect(404, ann.get(one + "/deliveries/none"));
  }

  @Test
  void takesScopesForChanges() {
    Api reader =
        anyone.withToken(
            ann.post("/api/v1/tokens", "{\"name\":\"r\",\"scopes\":[\"read\"]}").text("/secret"));

    expect(200, reader.get(ALL));
    expect(403, create(reader, "run.finished"));
    expect(403, create(ann, "runner.set-aside"));
    expect(201, create(operator, "runner.set-aside", "report.late"));
  }

  @Test
  void hasRoomForTen() {
    for (int i = 0; i < 10; i++) {
      expect(201, create(ann, "run.finished"));
    }

    assertThat(expect(409, create(ann, "run.finished")).text("/detail"))
        .contains("10 webhooks at most");
    expect(201, create(account("bob"), "run.finished"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://2130706433/",
        "https://127.0.0.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/"
      })
  void callsNothingOfTheOperatorsOwn(String url) {
    var refused =
        ann.post(ALL, JsonCodec.toJson(Map.of("url", url, "events", List.of("run.finished"))));

    assertThat(refused.status()).as(refused.body()).isIn(400, 403);
    assertThat(world.results.rows("webhook")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"url\":\"http://127.0.0.1/\"}",
        "{\"url\":\"http://127.0.0.1/\",\"events\":[]}",
        "{\"url\":\"http://127.0.0.1/\",\"events\":[\"all\"]}",
        "{\"url\":\"http://127.0.0.1/\",\"events\":[\"ping\"]}",
        "{\"url\":\"http://127.0.0.1/\",\"events\":[\"run.finished\"],\"secret\":\"mine\"}",
        "{\"url\":1,\"events\":[\"run.finished\"]}"
      })
  void refusesWhatIsNoWebhook(String json) {
    expect(400, ann.post(ALL, json));
  }

  @Test
  void followsBenchmarksThatOneMaySee() {
    String json = "{\"url\":\"%s\",\"events\":[\"standing.changed\"],\"benchmarks\":[\"%s\"]}";
    String url = world.receiver.url();

    var made = expect(201, ann.post(ALL, json.formatted(url, "polymul/negacyclic")));
    assertThat(made.text("/webhook/benchmarks/0")).isEqualTo("polymul/negacyclic");
    String unknown = expect(404, ann.post(ALL, json.formatted(url, "no/body"))).text("/detail");
    world.sql("update benchmark set is_private = true");
    assertThat(
            expect(404, ann.post(ALL, json.formatted(url, "polymul/negacyclic")))
                .text("/detail")
                .replace("polymul/negacyclic", "no/body"))
        .isEqualTo(unknown);
    expect(
        400,
        ann.post(
            ALL,
            JsonCodec.toJson(
                Map.of(
                    "url",
                    url,
                    "events",
                    List.of("standing.changed"),
                    "benchmarks",
                    Collections.nCopies(21, "a/b")))));
  }
}
