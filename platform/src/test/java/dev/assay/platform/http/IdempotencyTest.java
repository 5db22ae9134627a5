package dev.assay.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyTest {
  private final Database database = TestDatabase.fresh();
  private final Idempotency idempotency = new Idempotency(database.jdbi());
  private final AtomicInteger executed = new AtomicInteger();
  private final HttpServer server =
      HttpServer.start("127.0.0.1", 0, new Keys(), List.of(this::register));
  private final Api api =
      Api.at("http://127.0.0.1:" + server.port(), null).withToken(account("ann"));

  private record Order(String what) {}

  /// Believes a bearer who says the key of an account.
  private static final class Keys implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      String key = String.valueOf(exchange.bearer());
      var account = new Account(Long.parseLong(key), key, key, Role.AUTHOR);
      return new Caller(account, Scope.of(Role.AUTHOR), exchange.remote(), null);
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      throw new UnsupportedOperationException();
    }
  }

  private String account(String name) {
    return database
        .jdbi()
        .withHandle(handle ->
            handle
                .createQuery(
                    "insert into account (id, name, role) values (:name, :name, 'author') returning key::text")
                .bind("name", name)
                .mapTo(String.class)
                .one());
  }

  private void register(Routes routes) {
    routes.open(
        HandlerType.POST,
        "/inside",
        (exchange, caller) -> {
          String what = exchange.body(Order.class).what();
          idempotency.onceIn(exchange, caller, what, handle -> carryOut(what));
        });
    routes.open(
        HandlerType.POST,
        "/beside",
        (exchange, caller) -> {
          String what = exchange.body(Order.class).what();
          idempotency.once(
              exchange,
              caller,
              what,
              () -> database.jdbi().inTransaction(handle -> carryOut(what)));
        });
  }

  private Idempotency.Answer carryOut(String what) {
    int number = executed.incrementAndGet();
    if (what.equals("fail") && number == 1) {
      throw new AssayException(ErrorCode.REQUEST_INVALID, "not the first time");
    }
    return new Idempotency.Answer(201, "{\"number\": %d}".formatted(number));
  }

  @AfterEach
  void close() {
    server.close();
    database.close();
  }

  private static String order(String what) {
    return "{\"what\":\"%s\"}".formatted(what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/inside", "/beside"})
  void answersTheSameAgainAndRefusesAnotherRequest(String path) {
    Api keyed = api.with("Idempotency-Key", "k1");

    Api.Reply first = keyed.post(path, order("a"));
    Api.Reply again = keyed.post(path, order("a"));
    Api.Reply other = keyed.post(path, order("b"));

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(other.status()).isEqualTo(409);
    assertThat(executed).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/inside", "/beside"})
  void carriesOutOnceWhatIsSentManyTimesAtOnce(String path) {
    Api keyed = api.with("Idempotency-Key", "k1");

    List<String> bodies =
        IntStream.range(0, 16)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> keyed.post(path, order("a")).body()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();

    assertThat(bodies).containsOnly("{\"number\": 1}");
    assertThat(executed).hasValue(1);
  }

  @Test
  void keepsAccountsAndKeysApart() {
    api.with("Idempotency-Key", "k1").post("/inside", order("a"));
    Api bob = Api.at(api.url(), null).withToken(account("bob"));

    bob.with("Idempotency-Key", "k1").post("/inside", order("b"));
    api.with("Idempotency-Key", "k2").post("/inside", order("a"));
    api.post("/inside", order("a"));
    api.post("/beside", order("a"));

    assertThat(executed).hasValue(5);
  }

  @Test
  void triesAgainWhatFailed() {
    Api keyed = api.with("Idempotency-Key", "k1");

    assertThat(keyed.post("/inside", order("fail")).status()).isEqualTo(400);
    assertThat(keyed.post("/inside", order("fail")).status()).isEqualTo(201);
  }

  @Test
  void forgetsKeysAfterAWeek() {
    Api keyed = api.with("Idempotency-Key", "k1");
    keyed.post("/inside", order("a"));
    idempotency.sweep();
    keyed.post("/inside", order("a"));
    assertThat(executed).hasValue(1);
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute("update idempotency set created_at = now() - interval '8 days'"));

    idempotency.sweep();

    keyed.post("/inside", order("a"));
    assertThat(executed).hasValue(2);
  }

  @Test
  void refusesKeysThatAreNone() {
    for (String key : List.of("a b", "x".repeat(201))) {
      assertThat(api.with("Idempotency-Key", key).post("/inside", order("a")).status())
          .isEqualTo(400);
    }
    assertThat(executed).hasValue(0);
  }
}
