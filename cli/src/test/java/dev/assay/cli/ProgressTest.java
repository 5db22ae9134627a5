package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.view.ProgressLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void saysWhenCasesAreMeasuredAgain() {
    var out = new StringWriter();
    try (var progress = new Progress(new ProgressLine(new PrintWriter(out), false, 80, () -> 0L))) {
      progress.subject("1 of 3, ntt");

      progress.measured("N16", 0, 4);
      progress.measuredAgain("N16", 1, 0, 2);
      progress.measuredAgain("N16", 1, 1, 2);
    }

    assertThat(out.toString())
        .isEqualTo(
            """
            1 of 3, ntt: N16
            1 of 3, ntt: N16, measuring disturbed cases again (retry 1)
            """);
  }
}
