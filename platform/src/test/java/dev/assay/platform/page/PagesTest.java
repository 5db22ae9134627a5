package dev.assay.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.RequestObserver;
import dev.assay.platform.http.Routes;
import dev.assay.platform.testkit.Api;
import io.javalin.http.HandlerType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PagesTest {
  private static final Authenticator NOBODY =
      new Authenticator() {
        @Override
        public Caller authenticate(Exchange exchange) {
          return Caller.anonymous("127.0.0.1");
        }

        @Override
        public RunnerIdentity authenticateRunner(Exchange exchange) {
          throw new AssayException(ErrorCode.NOT_AUTHENTICATED, "no runner");
        }
      };

  private final Assets assets = new Assets();
  private HttpServer server;
  private Api browser;

  @BeforeEach
  void start() {
    var pages =
        new Pages(
            new Pages.Surroundings(Texts.english(), assets, () -> "http://localhost", "0.1.0"));
    server =
        HttpServer.start(
            HttpSettings.unlimited("127.0.0.1", 0),
            NOBODY,
            RequestObserver.NONE,
            new ProblemPage(pages),
            List.of(assets, PagesTest::register));
    browser = Api.at("http://127.0.0.1:" + server.port(), null).with("Accept", "text/html");
  }

  private static void register(Routes routes) {
    routes.page(
        HandlerType.GET,
        "/missing",
        (exchange, caller) -> {
          throw new AssayException(ErrorCode.NOT_FOUND, "There is no <b>run</b> 7.");
        });
    routes.page(HandlerType.GET, "/mine", Scope.READ, (exchange, caller) -> exchange.noContent());
    routes.page(HandlerType.POST, "/mine", Scope.READ, (exchange, caller) -> exchange.noContent());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void showsFailuresAsPages() {
    var missing = browser.get("/missing");

    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.header("Content-Type")).startsWith("text/html");
    assertThat(missing.header("Content-Security-Policy"))
        .isEqualTo(Pages.CONTENT_SECURITY_POLICY)
        .doesNotContain("unsafe");
    assertThat(missing.body()).contains("There is no &lt;b&gt;run&lt;/b&gt; 7.");
    assertThat(browser.get("/nowhere").body()).contains("<h1>There is nothing here</h1>");
  }

  @Test
  void answersTheApiWithProblemDocumentsWhateverABrowserAccepts() {
    assertThat(browser.get("/api/v1/nowhere").header("Content-Type"))
        .isEqualTo("application/problem+json");
  }

  @Test
  void leadsToTheLoginAndBack() {
    var mine = browser.get("/mine?a=1");

    assertThat(mine.status()).isEqualTo(303);
    assertThat(mine.header("Location")).isEqualTo("/login?next=%2Fmine%3Fa%3D1");
    assertThat(browser.post("/mine", null).status()).isEqualTo(401);
  }

  @Test
  void keepsAssetsForEverUnderTheHashOfTheirContent() {
    var style = browser.get(assets.address("pages.css"));

    assertThat(style.status()).isEqualTo(200);
    assertThat(style.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(browser.get("/assets/000000/pages.css").header("Cache-Control"))
        .isEqualTo("no-cache");
    assertThat(browser.get("/assets/000000/report.css").status()).isEqualTo(404);
  }
}
