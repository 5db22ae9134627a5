package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.platform.testkit.Visit;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A host publishes a bundle by choosing files in a browser.
class PublishingIT {
  private static final String BUNDLE = "polymul/negacyclic@1.0.0";

  @TempDir Path folder;

  @ParameterizedTest(name = "with scripts: {0}")
  @ValueSource(booleans = {true, false})
  void aBundleIsPublishedFromItsArchive(boolean hasScripts) {
    Visitor reader = hasScripts ? Visitor.READER : Visitor.READER.withoutScripts();
    try (var world = new PlatformWorld(TestDatabase.freshAddress(), folder);
        Visit visit = RealBrowser.shared().visit(world.platform.url(), reader)) {
      logIn(world, visit);

      fill(visit);
      choose(visit.page(), "report", "report.json", HostPagesTest.report(BUNDLE));
      choose(visit.page(), "archive", "bundle.tar.zst", PlatformWorld.tar("bundle.toml", BUNDLE));
      press(visit.page());

      assertThat(visit.address()).startsWith("/host/benchmarks/polymul~negacyclic?done=published");
      assertThat(visit.page().locator("main").innerText()).contains("Version 1.0.0 is published.");
      visit.open("/");
      visit.follow("Title of polymul/negacyclic");
      assertThat(visit.address()).isEqualTo("/benchmarks/polymul~negacyclic");
      assertThat(visit.faults()).isEmpty();
    }
  }

  @Test
  void whatIsNoArchiveIsRefusedAndTheWordsStay() {
    try (var world = new PlatformWorld(TestDatabase.freshAddress(), folder);
        Visit visit = RealBrowser.shared().visit(world.platform.url(), Visitor.READER)) {
      logIn(world, visit);

      fill(visit);
      choose(visit.page(), "report", "report.json", HostPagesTest.report(BUNDLE));
      choose(visit.page(), "archive", "bundle.tar.zst", new byte[] {1, 2, 3});
      press(visit.page());

      assertThat(visit.page().locator("[role=alert]").first().innerText())
          .contains("the archive is no whole tar");
      assertThat(visit.page().locator("input[name=digest]").inputValue())
          .isEqualTo(PlatformWorld.DIGEST);
      assertThat(visit.axe()).isEmpty();
    }
  }

  private static void logIn(PlatformWorld world, Visit visit) {
    var made =
        world.operator().post("/api/v1/accounts", "{\"name\": \"hedy\", \"role\": \"host\"}");
    visit.open(made.text("/login_link/url"));
    visit.page().locator("main form button").first().click();
  }

  private static void fill(Visit visit) {
    visit.open("/host/publish");
    Page page = visit.page();
    page.locator("input[name=image]").fill("localhost/assay/core");
    page.locator("input[name=digest]").fill(PlatformWorld.DIGEST);
    page.locator("textarea[name=recipe]").fill("name = \"core\"");
  }

  private static void choose(Page page, String field, String name, byte[] content) {
    page.locator("input[name=%s]".formatted(field))
        .setInputFiles(new FilePayload(name, "application/octet-stream", content));
  }

  private static void press(Page page) {
    page.locator("main form[enctype] button:not([type])").click();
  }
}
