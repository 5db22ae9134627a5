package dev.assay.platform.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameStatus;
import dev.assay.testkit.ProgramRuns;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ProgramAtPointTest {
  @Test
  void keepsEveryMeasurementAndWhatIsReported() {
    ProgramAtPoint largest = ProgramAtPoint.of(ProgramRuns.full().points().get(2));

    assertThat(largest.rows())
        .extracting(ProgramAtPoint.Row::status)
        .containsExactly(
            GameStatus.OK,
            GameStatus.OK,
            GameStatus.OK,
            GameStatus.OK,
            GameStatus.OK,
            GameStatus.ERROR);
    assertThat(Objects.requireNonNull(largest.figures()).elapsedSeconds()).isEqualTo(0.111);
  }

  @Test
  void aWorkloadThatWasNotTriedHasNoRow() {
    ProgramAtPoint notTried = ProgramAtPoint.of(ProgramRuns.fallenBack().points().get(2));

    assertThat(notTried).isEqualTo(new ProgramAtPoint(null, List.of()));
  }
}
