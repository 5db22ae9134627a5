package dev.assay.core.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Run;
import dev.assay.core.run.Window;
import dev.assay.testkit.Runs;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void aRunDoesNotDifferFromItself() {
    var comparison = Comparison.of(Runs.full(), Runs.full());

    assertThat(comparison.refusals()).isEmpty();
    assertThat(comparison.points()).hasSize(4).allMatch(point -> point.better() == 0);
    assertThat(comparison.differences()).isEmpty();
  }

  @Test
  void refusesAnotherClassOfMachineWithTheReason() {
    Run other = with(Runs.full(), "aarch64, other, 1 core, 1024 MiB", Map.of(), Window.HARNESS);

    var comparison = Comparison.of(Runs.full(), other);

    assertThat(comparison.points()).isEmpty();
    assertThat(comparison.refusals()).singleElement().asString().contains("classes of machines");
    assertThat(comparison.differences()).extracting(Comparison.Difference::what).contains("runc");
  }

  @Test
  void refusesTimesOfAnotherClock() {
    Run full = Runs.full();

    var comparison =
        Comparison.of(
            full, with(full, full.machineClass(), full.environment(), Window.SELF_REPORTED));

    assertThat(comparison.refusals()).singleElement().asString().contains("clocks");
  }

  @Test
  void refusesWhatHasNoPointInCommon() {
    assertThat(Comparison.of(Runs.full(), Runs.minimal()).refusals())
        .singleElement()
        .asString()
        .contains("no measured point in common");
  }

  private static Run with(
      Run run, String machineClass, Map<String, String> environment, Window window) {
    return new Run(
        run.format(),
        run.id(),
        run.assayVersion(),
        run.startedAt(),
        run.endedAt(),
        run.state(),
        run.stateReason(),
        run.job(),
        run.machine(),
        machineClass,
        environment,
        window,
        run.seedSecret(),
        run.stages(),
        run.build(),
        run.points());
  }
}
