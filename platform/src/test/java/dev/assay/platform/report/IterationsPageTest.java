package dev.assay.platform.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.platform.report.iterate.IterationsPage;
import dev.assay.testkit.Iterations;
import dev.assay.testkit.Runs;
import java.util.List;
import org.junit.jupiter.api.Test;

class IterationsPageTest {
  private static final int MANY = 2_000;

  @Test
  void showsProgramsThatBecameSteadyAndThoseThatDidNot() {
    String page =
        IterationsPage.of(
            "<suite>",
            Runs.machine(null),
            IteratedProgram.of(
                List.of(
                    Iterations.steady(1, 0, MANY),
                    Iterations.steady(1, 1, MANY),
                    Iterations.steady(2, 0, MANY),
                    Iterations.entry(
                        2,
                        1,
                        MANY,
                        IterationStatus.ERROR,
                        "said <script>\u001B[1m",
                        List.of(1L, 2L)))),
            List.of("one <remark>"));

    assertThat(page)
        .contains("&lt;suite&gt;")
        .contains("2 flat")
        .contains("1 flat, 1 failed")
        .contains("99 % interval")
        .contains("iterations/nbody.gcc-1.50.2000.pipe.csv")
        .contains("said &lt;script&gt;")
        .contains("measured by Assay 0.1.0.")
        .contains("one &lt;remark&gt;")
        .doesNotContain("<script>")
        .doesNotContain("\u001B");
    assertThat(page.length()).isLessThan(30 << 10);
  }

  @Test
  void showsThatNothingWasExecuted() {
    assertThat(IterationsPage.of("s", Runs.machine(null), List.of(), List.of()))
        .contains("Nothing was executed.");
  }
}
