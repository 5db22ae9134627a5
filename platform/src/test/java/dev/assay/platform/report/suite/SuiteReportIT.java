package dev.assay.platform.report.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.platform.report.LinkedPage;
import dev.assay.platform.report.iterate.IterationsPage;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.Iterations;
import dev.assay.testkit.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The report of a suite in a real browser, from files.
class SuiteReportIT {
  private static final List<String> ONE_OF_EACH_KIND =
      List.of(
          "report.html",
          "iterations.html",
          "report/measured.html",
          "report/tasks/nbody.html",
          "report/languages/gcc.html",
          "report/pairs/gcc-java.html",
          "report/programs/nbody.gcc-1.html");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("dev.assay.platform.report.suite.SuiteReportTest#suites")
  void isReadableByEverybodyAtEveryWidthByDayAndNight(Map.Entry<String, MeasuredSuite> named)
      throws IOException {
    write(
        withIterations(
            named.getValue().suite().name(),
            SuiteReportTest.pages(
                named.getValue(), new SuiteReportTest.Texts(Hostile.TEXT, Hostile.TEXT))));

    look(Visitor.READER);
    look(Visitor.READER.withWidth(360).inTheDark());
  }

  private static Map<String, String> withIterations(String suite, Map<String, String> pages) {
    var all = new LinkedHashMap<>(pages);
    all.computeIfPresent(
        LinkedPage.REPORT.file(), (_, html) -> LinkedPage.ITERATIONS.linkedFrom(html, true));
    String iterations =
        IterationsPage.of(
            suite,
            Runs.machine(null),
            IteratedProgram.of(
                List.of(
                    Iterations.steady(1, 0, 200),
                    Iterations.steady(1, 1, 200),
                    Iterations.entry(
                        2, 0, 200, IterationStatus.ERROR, Hostile.TEXT, List.of(1L, 2L)))),
            List.of(Hostile.TEXT));
    all.put(LinkedPage.ITERATIONS.file(), LinkedPage.REPORT.linkedFrom(iterations, true));
    return all;
  }

  private void write(Map<String, String> pages) throws IOException {
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Path file = folder.resolve(page.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, page.getValue());
    }
  }

  private void look(Visitor visitor) {
    try (Visit visit = RealBrowser.shared().visit(folder.toUri().toString(), visitor)) {
      for (String page : ONE_OF_EACH_KIND) {
        Path file = folder.resolve(page);
        if (Files.exists(file)) {
          visit.page().navigate(file.toUri().toString());
          assertThat(visit.axe()).as(page).isEmpty();
          assertThat(visit.sideways()).as(page).isEmpty();
          assertThat(visit.faults()).as(page).isEmpty();
        }
      }
    }
  }
}
