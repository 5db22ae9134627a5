package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.game.ProgramFiles.Measured;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.RequestObserver;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Assets;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.ProblemPage;
import dev.assay.platform.page.Texts;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.ResultsWorld;
import io.javalin.http.HandlerType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Pages of languages over figures that are made up.
class LanguagesPageTest {
  private static final String CLASS = "x86_64, A Processor With A Name, 4 cores, 16 GiB";
  private static final int MOST_BYTES = 30 * 1024;

  private LanguageFigures figures = LanguageFigures.of("", List.of(), List.of());
  private final Pages pages =
      new Pages(
          new Pages.Surroundings(
              Texts.english(), new Assets(), () -> "https://assay.example.org", "0.1.0"));
  private final HttpServer server =
      HttpServer.start(
          HttpSettings.unlimited("127.0.0.1", 0),
          new Somebody(),
          RequestObserver.NONE,
          new ProblemPage(pages),
          List.of(new Assets(), new OfLanguages()));

  private static final class Somebody implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      return ResultsWorld.reader();
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      throw new AssayException(ErrorCode.NOT_AUTHENTICATED, "no runner");
    }
  }

  private final class OfLanguages implements Endpoints {
    private final LanguagesPage page = new LanguagesPage(pages, (caller, asked) -> figures);

    @Override
    public void register(Routes routes) {
      routes.page(HandlerType.GET, "/languages", page::all);
      routes.page(HandlerType.GET, "/languages/{language}", page::one);
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Api browser() {
    return Api.at("http://127.0.0.1:" + server.port(), null).with("Accept", "text/html");
  }

  private String page(String address) {
    var reply = browser().get(address);
    assertThat(reply.status()).as(address + reply.body()).isEqualTo(200);
    assertThat(reply.body().getBytes(StandardCharsets.UTF_8))
        .as(address)
        .hasSizeLessThanOrEqualTo(MOST_BYTES);
    return reply.body();
  }

  /// Language number i takes 1.3^i as long as the first, and more or less of it by task.
  private static LanguageFigures many(int tasks, int languages) {
    var all = new ArrayList<Measured>();
    for (int task = 0; task < tasks; task++) {
      for (int language = 0; language < languages; language++) {
        double seconds = Math.pow(1.3, language) * (1 + 0.4 * Math.sin(task * 7 + language * 3));
        all.add(measured("a-long-owner/a-longer-task-" + task, "language-" + language, seconds));
      }
    }
    return LanguageFigures.of(CLASS, List.of(CLASS, CLASS.replace("4", "8")), all);
  }

  private static Measured measured(String task, String language, double seconds) {
    var took = new BigDecimal(String.format(Locale.ROOT, "%.6f", seconds));
    return new Measured(
        new GameRow(
            task,
            language,
            1,
            50_000_000,
            1_250,
            took,
            12_800,
            GameStatus.OK,
            "100% 2% 1% 0%",
            took,
            took),
        "implementation-identity-26",
        "run-identity-of-26-letters",
        "n50000000",
        true);
  }

  @Test
  void saysWhatThereIsBeforeAnythingWasMeasured() {
    assertThat(page("/languages")).contains("No whole program has been measured here");
    assertThat(browser().get("/languages/gcc").status()).isEqualTo(404);
  }

  @Test
  void staysSmallWithManyLanguagesAndTasks() {
    figures = many(16, 80);

    String first = page("/languages");

    assertThat(first).contains("1,280 programs in 80 languages at 16 tasks", "language-0");
    assertThat(first).contains("from=5").doesNotContain(">language-5<");
    assertThat(page("/languages?from=5")).contains(">language-5<");
    assertThat(page("/languages?from=999999")).doesNotContain("from=");
    assertThat(page("/languages/language-3?against=language-79"))
        .contains("language-3 is faster at 16 tasks and slower at none");
  }

  @Test
  void drawsABoxForFourTasksOrMore() {
    figures = many(4, 3);
    assertThat(page("/languages")).contains("class=\"box\"", "4 of 4");

    figures = many(3, 3);
    assertThat(page("/languages")).contains("class=\"spot\"").doesNotContain("class=\"box\"");
  }

  @Test
  void doesNotHeedALanguageThatIsNotThere() {
    figures = many(4, 3);

    assertThat(page("/languages/language-0?against=cobol")).doesNotContain("against cobol");
    assertThat(page("/languages/language-0?against=language-0"))
        .doesNotContain("language-0 against");
  }
}
