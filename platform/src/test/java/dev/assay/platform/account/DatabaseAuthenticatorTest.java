package dev.assay.platform.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.Routes;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import io.javalin.http.HandlerType;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseAuthenticatorTest {
  private record Named(String name) {}

  private static void register(Routes routes) {
    routes.runner(
        HandlerType.POST,
        "/who",
        (exchange, runner) -> exchange.json(new Named(runner.name() + " " + runner.state())));
  }

  @Test
  void knowsRunnersByTheirKeysUntilTheyAreRetired() {
    var random = new SecureRandom();
    String key = new Secrets(random).next("assayrunner_");
    try (var database = TestDatabase.fresh();
        var server =
            HttpServer.start(
                "127.0.0.1",
                0,
                new DatabaseAuthenticator(database.jdbi(), random, () -> "http://a.test"),
                List.of(DatabaseAuthenticatorTest::register))) {
      Api api = Api.at("http://127.0.0.1:" + server.port(), null);
      database
          .jdbi()
          .useHandle(handle ->
              handle.execute(
                  "insert into runner (id, name, pool, labels, key_hash) values ('r', 'box', 'p', '{}', ?)",
                  (Object) Secrets.hash(key)));

      assertThat(api.withToken(key).post("/who", null).text("/name")).isEqualTo("box active");
      assertThat(api.withToken(key + "x").post("/who", null).status()).isEqualTo(401);
      assertThat(api.post("/who", null).status()).isEqualTo(401);
      database.jdbi().useHandle(handle -> handle.execute("update runner set state = 'set-aside'"));
      assertThat(api.withToken(key).post("/who", null).text("/name")).isEqualTo("box set-aside");
      database.jdbi().useHandle(handle -> handle.execute("update runner set state = 'retired'"));
      assertThat(api.withToken(key).post("/who", null).status()).isEqualTo(401);
    }
  }
}
