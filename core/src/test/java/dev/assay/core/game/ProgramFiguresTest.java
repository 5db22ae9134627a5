package dev.assay.core.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Status;
import dev.assay.testkit.ProgramRuns;
import dev.assay.testkit.Runs;
import org.junit.jupiter.api.Test;

class ProgramFiguresTest {
  @Test
  void reportsTheLowestTimeWithItsOwnFiguresAndTheHighestMemoryOfThoseThatWereRight() {
    PointResult largest = ProgramRuns.full().points().get(2);

    ProgramFigures figures = ProgramFigures.of(largest).orElseThrow();

    assertThat(figures.measurements()).isEqualTo(5);
    assertThat(figures.fastest()).isEqualTo(1);
    assertThat(figures.elapsedSeconds()).isEqualTo(0.111);
    assertThat(figures.cpuSeconds()).isEqualTo(0.0999);
    assertThat(figures.cpuUserSeconds()).isEqualTo(0.0888);
    assertThat(figures.cpuSystemSeconds()).isEqualTo(0.0111);
    assertThat(figures.peakMemoryBytes()).isEqualTo((1 << 20) + 120_000_000);
    assertThat(figures.busySeconds()).isEqualTo(0.13);
    assertThat(figures.load()).isEqualTo("8% 100%");
  }

  @Test
  void hasNoFiguresWithoutARightMeasurement() {
    assertThat(ProgramFigures.of(ProgramRuns.fallenBack().points().get(1))).isEmpty();
    assertThat(ProgramFigures.of(ProgramRuns.fallenBack().points().get(2))).isEmpty();
    assertThat(ProgramFigures.of(Runs.full().points().getFirst())).isEmpty();
  }

  @Test
  void givesEachStatusTheNumberOfTheGame() {
    var exited = new Ending.Exited(0);
    assertThat(GameStatus.of(Status.OK, exited)).contains(GameStatus.OK);
    assertThat(GameStatus.of(Status.WRONG, exited)).contains(GameStatus.BAD_OUTPUT);
    assertThat(GameStatus.of(Status.TIMEOUT, new Ending.Killed(Limit.WALL, 1, 2)))
        .contains(GameStatus.TIMED_OUT);
    assertThat(GameStatus.of(Status.CRASHED, new Ending.Exited(1))).contains(GameStatus.ERROR);
    assertThat(GameStatus.of(Status.CRASHED, new Ending.Signaled(11))).contains(GameStatus.ERROR);
    assertThat(GameStatus.of(Status.OOM, new Ending.Killed(Limit.MEMORY, 1, 2)))
        .contains(GameStatus.ERROR);
    assertThat(GameStatus.of(Status.CRASHED, new Ending.Killed(Limit.OUTPUT, 1, 2)))
        .contains(GameStatus.BAD_OUTPUT);
    assertThat(GameStatus.of(Status.CRASHED, new Ending.NotStarted("no such file")))
        .contains(GameStatus.MISSING);
    assertThat(GameStatus.of(Status.CRASHED, null)).contains(GameStatus.ERROR);
    assertThat(GameStatus.of(Status.LOST, null)).isEmpty();
  }
}
