package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseNoise;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeterReadingTest {
  private static final long MS = 1_000_000;

  private static MeterReading at(
      long atNanos, long cpuNanos, @Nullable Long switches, @Nullable Long coresBusyNanos) {
    return new MeterReading(
        atNanos,
        cpuNanos,
        null,
        null,
        null,
        null,
        null,
        switches,
        switches,
        null,
        null,
        coresBusyNanos,
        coresBusyNanos);
  }

  @Test
  void tellsOtherWorkFromTheProgramsOwn() {
    CaseNoise noise = at(20 * MS, 9 * MS, 8L, 30 * MS).since(at(0, MS, 5L, 10 * MS));

    assertThat(noise.otherCpuNanos()).isEqualTo(12 * MS);
    assertThat(noise.machineCpuNanos()).isEqualTo(12 * MS);
    assertThat(noise.voluntarySwitches()).isEqualTo(3);
  }

  @Test
  void countsNoOtherWorkThatMayLieOutsideOfTheCase() {
    MeterReading before = at(0, MS, 5L, 10 * MS);
    MeterReading after = at(20 * MS, 9 * MS, 8L, 30 * MS);

    assertThat(after.around(15 * MS, before, 1).otherCpuNanos()).isEqualTo(7 * MS);
    assertThat(after.around(15 * MS, before, 2).otherCpuNanos()).isEqualTo(2 * MS);
    assertThat(after.around(MS, before, 1).otherCpuNanos()).isZero();
    assertThat(after.around(MS, before, 1).machineCpuNanos()).isEqualTo(12 * MS);
  }

  @Test
  void doesNotKnowWhatNobodyCounts() {
    CaseNoise noise = at(MS, MS, null, null).around(MS / 2, at(0, 0, 5L, null), 1);

    assertThat(noise.otherCpuNanos()).isNull();
    assertThat(noise.involuntarySwitches()).isNull();
    assertThat(noise.stealNanos()).isNull();
  }

  @Test
  void doesNotKnowTheSwitchesOfThreadsThatHaveEnded() {
    assertThat(at(MS, MS, 3L, null).since(at(0, 0, 5L, null)).voluntarySwitches()).isNull();
  }
}
