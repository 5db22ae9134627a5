package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.testkit.Iterations;
import java.util.List;
import org.junit.jupiter.api.Test;

class IterationTableTest {
  private static List<String> table(IterationEntry... entries) {
    return IterationTable.of(IteratedProgram.of(List.of(entries)));
  }

  @Test
  void givesASteadyStateOrSaysWhyThereIsNone() {
    List<String> lines =
        table(
            Iterations.steady(1, 0, 100),
            Iterations.steady(1, 1, 100),
            Iterations.steady(2, 0, 100),
            Iterations.entry(
                2, 1, 100, IterationStatus.ERROR, "after 1 of 100 iterations: x", List.of(1L, 2L)),
            Iterations.entry(3, -1, 100, IterationStatus.BAD_OUTPUT, null, List.of()));

    assertThat(lines).hasSize(4);
    assertThat(lines.get(1)).contains("nbody.gcc-1", "2 flat", "1.00 ms, 99 % interval");
    assertThat(lines.get(2))
        .contains("nbody.gcc-2", "1 flat, 1 failed", "none: after 1 of 100 iterations: x");
    assertThat(lines.get(3)).contains("nbody.gcc-3", "1 failed", "none: bad output");
  }
}
