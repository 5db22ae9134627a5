package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A solution that leaves a hundred thousand names in `out/`.
class SurplusFilesIT {
  @Test
  void survivesAHundredThousandSurplusFiles(@TempDir Path folder) throws IOException {
    try (var machine = HomeMachine.open(folder)) {
      var names = List.of("many-surplus-names", "many-surplus-files", "sound");
      Path bundle = FaultyFixture.bundle(folder, names, "[limits]\ncase = \"60s\"\n");

      var run = new MeasuredRun(machine.measure(FaultyFixture.solution(folder, names), bundle));

      assertThat(run.statuses("many-surplus-names")).isEqualTo("ok ok ok");
      assertThat(run.point("many-surplus-names").remarks())
          .singleElement()
          .asString()
          .matches("out/ held at least 9999\\d undeclared names, .* among them");
      // The case that is due when it is noticed, five times a second.
      assertThat(run.statuses("many-surplus-files")).matches("ok (crashed lost|ok crashed)");
      assertThat(run.cause("many-surplus-files")).startsWith("output-limit: wrote more files");
      assertThat(run.statuses("sound")).isEqualTo("ok ok ok");
      assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
    }
  }
}
