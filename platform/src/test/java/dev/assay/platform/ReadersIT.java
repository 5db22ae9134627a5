package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.assay.platform.PageExamples.Example;
import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Readers who come without scripts, without a mouse, or without a wish for motion; and texts that
/// wish them ill.
class ReadersIT {
  private static final String BUNDLE = PageWorld.BENCHMARK + "@1.1.0";
  private static final String POLYMUL = "/benchmarks/polymul~negacyclic";
  private static final String RUN = "/runs/" + PageWorld.run(BUNDLE, "ntt-avx2", 10);

  /// From now on keeps what gets the focus, and whether that can be seen.
  private static final String WATCH_FOCUS =
      """
      () => {
        window.focused = [];
        document.addEventListener('focusin', event => {
          const e = event.target;
          const s = getComputedStyle(e);
          window.focused.push([e.tagName, e.getAttribute('href') || e.getAttribute('name') || e.id || '',
            s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 ? 'seen' : 'unseen',
            e.innerText ? e.innerText.slice(0, 40) : '']);
        });
      }
      """;

  /// What a keyboard has to reach: whatever a mouse can press, unless it is hidden, or leads where
  /// something else leads that can be reached.
  private static final String CONTROLS =
      """
      () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter(e => e.tabIndex < 0 && e.type !== 'hidden' && !e.disabled
          && e.getClientRects().length
          && ![...document.querySelectorAll('a[href]')].some(o =>
            o.tabIndex >= 0 && o.getAttribute('href') === e.getAttribute('href')))
        .map(e => e.outerHTML.slice(0, 120))
      """;

  private final PageWorld world = PageWorld.shared();

  private Visit visit(Visitor visitor) {
    return RealBrowser.shared().visit(world.url(), visitor);
  }

  @Test
  void findTheWayWithoutScripts() {
    try (Visit visit = visit(Visitor.READER.withoutScripts())) {
      Page page = visit.page();
      visit.open("/");
      visit.follow("Negacyclic polynomial multiplication");

      page.locator("select[name=point]").selectOption("N8192-W64");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show")).click();

      assertThat(visit.address()).contains("point=N8192-W64");
      assertThat(page.locator("table.ranks").innerText()).contains("ntt-avx2");

      page.locator("table.ranks a[href^='/runs/']").first().click();
      visit.follow("N8192-W64");
      assertThat(page.locator("main").innerText()).contains("N8192-W64");
      assertThat(page.locator("main svg, main table").count()).isPositive();

      visit.open(RUN + "/files/logs/build.log");
      assertThat(page.locator("main").innerText()).contains("warning:").contains("g++");
    }
  }

  @Test
  void turnPagesWithoutScripts() {
    try (Visit visit = visit(Visitor.READER.withoutScripts())) {
      visit.open("/benchmarks/sort~u64");
      String first = visit.page().locator("table.ranks tbody").innerText();

      visit.page().locator("a[rel=next]").first().click();

      assertThat(visit.page().locator("table.ranks tbody").innerText()).isNotEqualTo(first);
    }
  }

  @Test
  void logInAndOutWithoutScripts() {
    try (Visit visit = visit(Visitor.READER.withoutScripts())) {
      Page page = visit.page();
      visit.open("/account");
      assertThat(visit.address()).startsWith("/login?next=");

      page.getByLabel("Name").first().fill("gita");
      page.getByLabel("Password").first().fill("wrong and long enough");
      page.locator("main form button").first().click();

      assertThat(page.locator("main").innerText())
          .contains("no account with this name and password");
      assertThat(page.getByLabel("Name").first().inputValue()).isEqualTo("gita");

      page.getByLabel("Password").first().fill(PageWorld.PASSWORD);
      page.locator("main form button").first().click();

      assertThat(visit.address()).isEqualTo("/account");
      assertThat(page.locator("header").innerText()).contains("gita");

      page.locator("header form button").click();

      assertThat(page.locator("header").innerText()).doesNotContain("gita");
    }
  }

  @Test
  void useALoginLinkOnce() {
    try (Visit visit = visit(Visitor.READER)) {
      Page page = visit.page();
      visit.open(world.loginLink("chen"));
      assertThat(visit.cookies()).doesNotContainKey("assay_session");

      page.locator("main form button").first().click();

      assertThat(page.locator("header").innerText()).contains("chen");
      visit.open(world.loginLink("chen"));
      assertThat(page.locator("main").innerText()).contains("used");
      assertThat(visit.faults()).isEmpty();
    }
  }

  @Test
  void reachEverythingByKeyboard() {
    var faults = new ArrayList<String>();
    // One window for each reader.
    PageExamples.oneOfEach(world.platform().pages()).stream()
        .collect(Collectors.groupingBy(one -> Optional.ofNullable(one.account())))
        .forEach((account, examples) -> {
          try (Visit visit = visit(Visitor.READER.as(account.orElse(null)))) {
            examples.forEach(example -> reach(visit, example, faults));
          }
        });

    assertThat(faults).isEmpty();
  }

  private static void reach(Visit visit, Example example, List<String> faults) {
    Page page = visit.page();
    visit.open(example.address());
    for (Object control : (List<?>) page.evaluate(CONTROLS)) {
      faults.add("%s: out of reach: %s".formatted(example, control));
    }
    boolean begins = page.locator("[autofocus]").count() == 0;
    page.evaluate(WATCH_FOCUS);
    for (int i = 0; i < 13; i++) {
      page.keyboard().press("Tab");
    }
    List<List<?>> focused =
        ((List<?>) page.evaluate("focused")).stream().<List<?>>map(one -> (List<?>) one).toList();
    if (focused.isEmpty()) {
      faults.add(example + ": Tab leads nowhere");
      return;
    }
    List<?> first = focused.getFirst();
    if (begins && !(first.get(1).equals("#content") && first.get(2).equals("seen"))) {
      faults.add("%s: the first Tab leads to %s, not to the skip link".formatted(example, first));
    }
    for (List<?> one : focused) {
      if (one.get(2).equals("unseen")) {
        faults.add("%s: the focus cannot be seen on %s".formatted(example, one));
      }
    }
  }

  @Test
  void skipToTheContent() {
    try (Visit visit = visit(Visitor.READER)) {
      visit.open(POLYMUL);

      visit.page().keyboard().press("Tab");
      visit.page().keyboard().press("Enter");
      visit.page().keyboard().press("Tab");

      assertThat(visit.page().evaluate("() => document.activeElement.closest('main') !== null"))
          .isEqualTo(true);
    }
  }

  @Test
  void areSafeFromUnfriendlyTexts() {
    var faults = new ArrayList<String>();
    try (Visit visit = visit(Visitor.READER.as("olga"))) {
      for (Example example : PageExamples.pages(world.platform().pages())) {
        if (isUnfriendly(example)) {
          visit.open(example.address());
          visit.faults().forEach(fault -> faults.add(example + ": " + fault));
          Object scripts =
              visit
                  .page()
                  .evaluate(
                      "() => [...document.scripts].filter(s => !s.src.includes('/assets/')).length"
                          + " + document.querySelectorAll('main b b, main img').length");
          assertThat(scripts).as(example.toString()).isEqualTo(0);
          assertThat(visit.page().content()).doesNotContain("\u202E").doesNotContain("\u2066");
        }
      }
    }

    assertThat(faults).isEmpty();
  }

  private static boolean isUnfriendly(Example example) {
    String address = example.address();
    return address.contains("hostile")
        || address.contains(PageWorld.runner("odd-1"))
        || address.contains(PageExamples.unfriendlyRun())
        || address.endsWith(".log")
        || address.equals("/")
        || address.equals("/runners")
        || address.startsWith("/operator");
  }

  @Test
  void neverWaitASecondForALargeRun() {
    String large = "/runs/" + PageWorld.run(PageWorld.SWEEP + "@1.0.0", "blocked", 1);
    try (Visit visit = visit(Visitor.READER)) {
      visit.open(large);
      double least = Double.MAX_VALUE;
      for (int i = 0; i < 5; i++) {
        visit.open(large);
        least = Math.min(least, visit.firstContentfulPaint());
      }

      assertThat(least).as("milliseconds to the first paint").isLessThan(1000);
    }
  }
}
