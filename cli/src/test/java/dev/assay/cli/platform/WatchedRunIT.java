package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Somebody watches in a browser what a real runner does with a submission, from the queue to the
/// standing, and touches nothing meanwhile.
class WatchedRunIT {
  private static final double PATIENCE_MILLIS = 120_000;
  private static final String POINT = PlatformFixture.POINTS.getFirst();

  @Test
  void isWatchedFromTheQueueToTheStanding() throws Exception {
    PlatformFixture platform = PlatformFixture.serving();
    try (Visit visit = RealBrowser.shared().visit(platform.url(), Visitor.READER)) {
      Page page = visit.page();
      String job = platform.submit(3);
      visit.open("/jobs/" + job);
      await(page.locator(".state.queued"));

      platform.runner("watched");
      await(page.locator(".state.running"));
      await(page.locator("main a[href^='/runs/']"));
      page.locator("main a[href^='/runs/']").first().click();
      await(page.locator(".state.running"));
      await(page.locator("main").getByText(POINT));
      await(page.locator(".state.finished"));

      String run = visit.address();
      assertThat(page.locator("table.points .verdict.pass").count()).isEqualTo(3);
      assertThat(page.locator("main").innerText()).contains("twice", "test/twice@1", "sha256:");
      lookAtALog(visit, run);
      lookAtTheStanding(visit);
      compareWithAnother(platform, visit, run);
      assertThat(visit.faults()).isEmpty();
    } finally {
      platform.close();
    }
  }

  private static void await(Locator locator) {
    locator.first().waitFor(new Locator.WaitForOptions().setTimeout(PATIENCE_MILLIS));
  }

  private static void lookAtALog(Visit visit, String run) {
    visit.open(run + "/files/logs/build.log");

    assertThat(visit.page().locator("h1").innerText()).contains("build.log");
  }

  private static void lookAtTheStanding(Visit visit) {
    visit.open("/benchmarks/test~twice?point=" + POINT);

    assertThat(visit.page().locator("table.ranks tbody tr").first().innerText())
        .startsWith("1")
        .contains("twice");
  }

  private static void compareWithAnother(PlatformFixture platform, Visit visit, String run)
      throws Exception {
    String other = platform.submit(List.of(POINT));
    platform.awaitEnd(other);

    visit.open("/compare?run=%s&run=%s".formatted(run.replace("/runs/", ""), platform.run(other)));

    assertThat(visit.page().locator("main").innerText()).contains(POINT).contains("95 %");
    assertThat(visit.page().locator("table.ratios tbody tr").count()).isPositive();
  }
}
