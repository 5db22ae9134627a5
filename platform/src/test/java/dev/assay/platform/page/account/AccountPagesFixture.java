package dev.assay.platform.page.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.account.AccountEndpoints;
import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Audit;
import dev.assay.platform.account.DatabaseAuthenticator;
import dev.assay.platform.account.Logins;
import dev.assay.platform.account.Tokens;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.Rates;
import dev.assay.platform.http.RequestObserver;
import dev.assay.platform.page.Assets;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.ProblemPage;
import dev.assay.platform.page.Texts;
import dev.assay.platform.settings.PlatformSettings.Quotas;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.store.Database;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.platform.webhook.Webhooks;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;

/// A platform that has accounts and their pages, over HTTP, and its first operator.
final class AccountPagesFixture implements AutoCloseable {
  static final String PASSWORD = "correct horse battery staple";

  private final Database database = TestDatabase.fresh();
  private final HttpServer server;
  final Api operator;

  AccountPagesFixture() {
    this(Rates.UNLIMITED);
  }

  AccountPagesFixture(Rates rates) {
    var random = new SecureRandom();
    Supplier<String> url = () -> "http://assay.test";
    var accounts = new Accounts(jdbi(), random, url);
    var tokens = new Tokens(jdbi(), random);
    var logins = new Logins(jdbi(), random, url, tokens);
    var webhooks =
        new Webhooks(
            jdbi(),
            random,
            new SourcePolicy(List.of("http", "https"), List.of("127.0.0.1", "*")),
            HostAddresses.SYSTEM,
            new Audit(jdbi())::record,
            url);
    var assets = new Assets();
    var pages = new Pages(new Pages.Surroundings(Texts.english(), assets, url, "0.1.0"));
    server =
        HttpServer.start(
            new HttpSettings(
                "127.0.0.1",
                0,
                List.of(),
                rates,
                new HttpSettings.Bounds(
                    64, 64, 64, 256, 16384, Duration.ofSeconds(30), Duration.ZERO)),
            new DatabaseAuthenticator(jdbi(), random, url),
            RequestObserver.NONE,
            new ProblemPage(pages),
            List.of(
                assets,
                new AccountEndpoints(accounts, tokens, logins, new Audit(jdbi())),
                new AccountPages(
                    pages,
                    new AccountPages.Services(
                        jdbi(), accounts, logins, tokens, webhooks, new Quotas(50, 500)))));
    var login =
        api()
            .post(
                "/api/v1/login-link",
                "{\"link\":\"%s\",\"token_name\":\"test\"}"
                    .formatted(accounts.firstLoginLink().orElseThrow()));
    operator = api().withToken(login.text("/token/secret"));
  }

  Jdbi jdbi() {
    return database.jdbi();
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  Api api() {
    return Api.at(url(), null);
  }

  Browser browser() {
    return new Browser(url());
  }

  /// A new account.
  ///
  /// @return the path of its login link
  String linkOf(String name, String role) {
    var made =
        operator.post(
            "/api/v1/accounts", "{\"name\":\"%s\",\"role\":\"%s\"}".formatted(name, role));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    String link = made.text("/login_link/url");
    return link.substring(link.indexOf("/login/"));
  }

  /// A new account's browser, logged in by its link.
  Browser someone(String name, String role) {
    String link = linkOf(name, role);
    var browser = browser();
    assertThat(browser.post(link).status()).isEqualTo(303);
    return browser;
  }

  /// A new account's browser, logged in by its link, with a password.
  Browser withPassword(String name) {
    var browser = someone(name, "author");
    var set =
        browser.submit(
            browser.get("/account"), "/account/password", "password", PASSWORD, "again", PASSWORD);
    assertThat(set.status()).as(set.body()).isEqualTo(303);
    return browser;
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
