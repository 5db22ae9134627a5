package dev.assay.platform.report.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.report.LinkedPage;
import dev.assay.platform.report.iterate.IterationsPage;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.Runs;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LinkedPageTest {
  private static final String TO_ITERATIONS = "href=\"iterations.html\"";
  private static final String TO_REPORT = "href=\"report.html\"";

  private static String report() {
    var pages = SuiteReportTest.pages(SuiteReportTest.usual("ours"), SuiteReportTest.PLAIN);
    return Objects.requireNonNull(pages.get(LinkedPage.REPORT.file()));
  }

  private static String iterations() {
    return IterationsPage.of(Hostile.TEXT, Runs.machine(null), List.of(), List.of(Hostile.TEXT));
  }

  @Test
  void theReportLeadsToIterationsOnlyWhenTheyAreThere() {
    String linked = LinkedPage.ITERATIONS.linkedFrom(report(), true);

    assertThat(report()).doesNotContain(TO_ITERATIONS);
    assertThat(linked).containsOnlyOnce(TO_ITERATIONS);
    assertThat(LinkedPage.ITERATIONS.linkedFrom(linked, false)).isEqualTo(report());
  }

  @Test
  void iterationsLeadToTheReportOnlyWhenItIsThere() {
    String linked = LinkedPage.REPORT.linkedFrom(iterations(), true);

    assertThat(iterations()).doesNotContain(TO_REPORT);
    assertThat(linked).containsOnlyOnce(TO_REPORT);
    assertThat(LinkedPage.REPORT.linkedFrom(linked, false)).isEqualTo(iterations());
  }

  @Test
  void leavesPagesAsTheyAreThatHaveNoPlaceForALink() {
    assertThat(LinkedPage.ITERATIONS.linkedFrom(iterations(), true)).isEqualTo(iterations());
    assertThat(LinkedPage.REPORT.linkedFrom("<p>of before</p>", true))
        .isEqualTo("<p>of before</p>");
  }
}
