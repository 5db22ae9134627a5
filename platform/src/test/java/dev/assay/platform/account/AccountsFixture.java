package dev.assay.platform.account;

import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.OpenApiEndpoints;
import dev.assay.platform.http.Rates;
import dev.assay.platform.http.RequestObserver;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.OpenApiConformity;
import dev.assay.platform.testkit.TestDatabase;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/// A platform that has nothing but accounts, over HTTP, and its first operator. Every answer is
/// held to the description of the API.
final class AccountsFixture implements AutoCloseable {
  static final OpenApiConformity CONFORMITY = OpenApiConformity.of("base", "account");

  private final Database database = TestDatabase.fresh();
  private final HttpServer server;
  final Accounts accounts;

  /// Asks without an account.
  final Api anyone;

  /// Asks with a token of the first operator, which has all scopes.
  final Api operator;

  /// @param publicUrl absent: where it listens
  AccountsFixture(String publicUrl, Rates rates) {
    var random = new SecureRandom();
    accounts = new Accounts(jdbi(), random, () -> publicUrl);
    server =
        HttpServer.start(
            new HttpSettings(
                "127.0.0.1",
                0,
                List.of(),
                rates,
                new HttpSettings.Bounds(
                    64, 64, 64, 256, 16384, Duration.ofSeconds(30), Duration.ZERO)),
            new DatabaseAuthenticator(jdbi(), random, () -> publicUrl),
            RequestObserver.NONE,
            List.of(new AccountEndpoints(jdbi(), random, () -> publicUrl), new OpenApiEndpoints()));
    anyone = Api.at("http://127.0.0.1:" + server.port(), CONFORMITY);
    operator = anyone.withToken(tokenBy(accounts.firstLoginLink().orElseThrow()));
  }

  AccountsFixture() {
    this("http://assay.test", Rates.UNLIMITED);
  }

  Jdbi jdbi() {
    return database.jdbi();
  }

  HttpServer server() {
    return server;
  }

  /// Uses a link up for a token with all scopes.
  String tokenBy(String link) {
    return anyone
        .post("/api/v1/login-link", "{\"link\":\"%s\",\"token_name\":\"cli\"}".formatted(link))
        .text("/token/secret");
  }

  /// A new account.
  ///
  /// @return the answer, an `AccountCreated`
  Api.Reply create(String name, String role) {
    return operator.post(
        "/api/v1/accounts", "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(name, role));
  }

  /// A new account's token with all of its scopes.
  Api someone(String name, String role) {
    return anyone.withToken(tokenBy(create(name, role).text("/login_link/url")));
  }

  /// A session of its own.
  Session sessionBy(String link) {
    Api.Reply reply = anyone.post("/api/v1/login-link", "{\"link\":\"%s\"}".formatted(link));
    return new Session(reply.header("Set-Cookie").split(";", 2)[0], reply.text("/csrf_token"));
  }

  /// @param cookie name and value
  record Session(String cookie, String csrfToken) {}

  /// Asks with the session's cookie alone.
  Api in(Session session) {
    return anyone.with("Cookie", session.cookie());
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
