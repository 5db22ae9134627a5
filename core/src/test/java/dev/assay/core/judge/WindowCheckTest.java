package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Suspicion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowCheckTest {
  private static final long MS = 1_000_000;

  @Test
  void findsNothingInAnHonestCase() {
    var timing = timing(10 * MS, 12 * MS, 11 * MS, 1 * MS, 1_000_000);

    assertThat(WindowCheck.suspicions(timing)).isEmpty();
  }

  @ParameterizedTest(name = "a window of {0} ns in a bracket of {1} ns")
  @CsvSource({"0, 1000", "-5, 1000", "1001, 1000"})
  void refusesImpossibleWindows(long window, long bracket) {
    var timing = timing(window, bracket, 0L, 0L, 0);

    assertThat(WindowCheck.isImpossible(timing)).isTrue();
    assertThat(codes(timing)).containsExactly(Suspicion.Code.IMPOSSIBLE_TIME);
  }

  @Test
  void acceptsAWindowAsLongAsItsBracket() {
    assertThat(WindowCheck.isImpossible(timing(1000, 1000, 0L, 0L, 0))).isFalse();
  }

  @Test
  void suspectsTimeOutsideTheWindowThatNoBytesExplain() {
    assertThat(codes(timing(MS, 1500 * MS, MS, 0L, 1000)))
        .containsExactly(Suspicion.Code.TIME_OUTSIDE_WINDOW);
  }

  @Test
  void grantsTimeForTheBytesThatWereMoved() {
    assertThat(codes(timing(MS, 1500 * MS, MS, 0L, 100_000_000))).isEmpty();
  }

  @Test
  void suspectsWorkHiddenBesideTheWindow() {
    assertThat(codes(timing(MS, 60 * MS, 55 * MS, 0L, 1000)))
        .containsExactly(Suspicion.Code.CPU_OUTSIDE_WINDOW);
  }

  @Test
  void grantsEachCoreItsShareOfTheWindow() {
    var timing = new WindowCheck.Timing(50 * MS, 60 * MS, 99 * MS, 0L, 0, 0, 2);

    assertThat(WindowCheck.suspicions(timing)).isEmpty();
  }

  @Test
  void suspectsWorkBetweenCases() {
    assertThat(codes(timing(MS, 2 * MS, MS, 30 * MS, 1000)))
        .containsExactly(Suspicion.Code.CPU_BETWEEN_CASES);
  }

  @Test
  void staysSilentWhereCpuTimeIsNotCounted() {
    assertThat(codes(timing(MS, 2 * MS, null, null, 1000))).isEmpty();
  }

  private static List<Suspicion.Code> codes(WindowCheck.Timing timing) {
    return WindowCheck.suspicions(timing).stream().map(Suspicion::code).toList();
  }

  private static WindowCheck.Timing timing(
      long window, long bracket, @Nullable Long cpu, @Nullable Long before, long bytes) {
    return new WindowCheck.Timing(window, bracket, cpu, before, bytes, 0, 1);
  }
}
