package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What somebody finds who has read no manual: from the home page, by what can be seen and nothing
/// else.
class NewcomerIT {
  private Visit visit;
  private Page page;

  @BeforeEach
  void open() {
    visit = RealBrowser.shared().visit(PageWorld.shared().url(), Visitor.READER);
    page = visit.page();
    visit.open("/");
    visit.follow("Negacyclic polynomial multiplication");
  }

  @AfterEach
  void close() {
    visit.close();
  }

  private void choose(String point) {
    page.getByLabel("Point").first().selectOption(point);
    page.waitForURL("**point=" + point + "**");
  }

  private Locator standing() {
    return page.locator("table.ranks");
  }

  private void followInStanding(String implementation) {
    Locator row =
        standing()
            .locator("tr")
            .filter(new Locator.FilterOptions().setHasText(implementation))
            .first();
    row.locator("a[href^='/runs/']").first().click();
  }

  @Test
  void findsWhoLeadsAtAPoint() {
    choose("N8192-W64");

    Locator first = standing().locator("tbody tr").first();
    assertThat(first.innerText()).startsWith("1").contains("ntt-avx2").contains("µs");
    assertThat(page.getByRole(AriaRole.HEADING).allInnerTexts())
        .anyMatch(heading -> heading.contains("N8192-W64"));
  }

  @Test
  void findsWhyTwoEntriesTie() {
    choose("N4096-W64");

    page.getByText("Why 2 entries tie").click();

    Locator why = standing().locator("details[open]");
    assertThat(why.innerText())
        .contains("barrett", "montgomery-lazy")
        .contains("95 % interval")
        .contains("cannot tell");
  }

  @Test
  void findsWhyAnEntryIsNotRanked() {
    choose("N4096-W64");

    String unranked =
        page.locator("table")
            .filter(new Locator.FilterOptions().setHasText("few-seeds"))
            .last()
            .innerText();
    assertThat(unranked)
        .contains("5 of the bar's 20 seeds measured")
        .contains("20 of 25 cases ok")
        .contains("the build failed")
        .contains("a person has to look at it first");
  }

  @Test
  void findsWhichMachine() {
    followInStanding("ntt-avx2");

    assertThat(page.locator("main").innerText())
        .contains("AMD EPYC 7763 64-Core Processor")
        .contains("6.12.4-1-amd64");
    visit.follow("epyc-1");
    assertThat(page.locator("h1").innerText()).contains("epyc-1");
    assertThat(page.locator("main").innerText()).contains("governor").contains("performance");
  }

  @Test
  void findsTheCommandToRepeatARun() {
    followInStanding("ntt-avx2");

    assertThat(page.locator("main").innerText())
        .contains("assay run ")
        .contains("https://example.org/ada/ntt-avx2.git");
    assertThat(page.getByText("at home").first().isVisible()).isTrue();
  }

  /// From any number: what, where, in what, judged by what, in two clicks.
  @Test
  void findsOutWhatANumberBelongsToInTwoClicks() {
    followInStanding("barrett");

    String shown = page.locator("main").innerText();
    assertThat(shown)
        .contains("https://example.org/chen/barrett.git")
        .contains("epyc-1")
        .contains("sha256:")
        .contains("polymul/negacyclic@1.1.0")
        .contains("max_abs_err");
  }
}
