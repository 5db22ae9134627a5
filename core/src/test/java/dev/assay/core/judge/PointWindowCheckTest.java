package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.PointWindowCheck.CaseTiming;
import dev.assay.core.run.Suspicion;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointWindowCheckTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void findsNothingAtHonestPointsOfANoisyMachine(long seed) {
    var random = new Random(seed);
    List<CaseTiming> cases =
        cases(
            25,
            i -> {
              long window = 1 + random.nextLong(20 * MS);
              long harness = 50 * US + random.nextLong(250 * US);
              long waiting = random.nextLong(6 * MS);
              long once = i == 3 ? 4 * MS : 0;
              return new CaseTiming(
                  window,
                  window + harness + waiting,
                  window + harness + once,
                  20 * US,
                  24_000,
                  8_000);
            });

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.PYTHON, 1)).isEmpty();
  }

  @Test
  void findsAForgedClockOnCasesOfAMillisecond() {
    List<CaseTiming> cases = cases(25, i -> timing(US, 2 * MS, MS + 60 * US));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1))
        .singleElement()
        .isEqualTo(
            new Suspicion(
                Suspicion.Code.WINDOWS_TOO_SHORT,
                "at 25 of 25 cases more CPU time was used outside the window than what reading, writing and the harness explain: 1.06 ms in the median, where 500 µs is the most"));
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void findsAFifthOfTheCasesForgedByMore(HarnessCost cost) {
    List<CaseTiming> cases =
        cases(
            25, i -> i % 5 == 0 ? timing(US, 29 * MS, 20 * MS) : timing(20 * MS, 29 * MS, 20 * MS));

    assertThat(codes(PointWindowCheck.suspicions(cases, cost, 1)))
        .containsExactly(Suspicion.Code.WINDOWS_TOO_SHORT);
  }

  @Test
  void leavesTheDearHalfOfADisturbedPointAlone() {
    List<CaseTiming> cases =
        cases(24, i -> timing(MS, 5 * MS, MS + (i % 2 == 0 ? 400 * US : 1400 * US)));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
  }

  @Test
  void leavesFewOutliersAlone() {
    List<CaseTiming> cases =
        cases(25, i -> i < 4 ? timing(US, 9 * MS, 5 * MS) : timing(5 * MS, 9 * MS, 5 * MS));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
  }

  @Test
  void grantsTimeForBytes() {
    List<CaseTiming> cases =
        cases(25, i -> new CaseTiming(MS, 30 * MS, 20 * MS, 0L, 9_500_000, 100_000));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
  }

  @Test
  void findsWindowsThatHideBehindSeveralCores() {
    List<CaseTiming> hidden = cases(20, i -> timing(25 * MS, 60 * MS, 50 * MS));
    List<CaseTiming> honest = cases(20, i -> timing(25 * MS, 27 * MS, 50 * MS));

    assertThat(codes(PointWindowCheck.suspicions(hidden, HarnessCost.NATIVE, 2)))
        .containsExactly(Suspicion.Code.WINDOWS_TOO_SHORT);
    assertThat(PointWindowCheck.suspicions(honest, HarnessCost.NATIVE, 2)).isEmpty();
  }

  @Test
  void believesWaitingWhereCpuTimeExplainsIt() {
    List<CaseTiming> cases = cases(20, i -> timing(MS, 60 * MS, MS));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
  }

  @Test
  void findsThreadsThatAreBusyBetweenCases() {
    List<CaseTiming> cases = cases(20, i -> new CaseTiming(MS, 2 * MS, MS, 900 * US, 8, 8));

    assertThat(codes(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)))
        .containsExactly(Suspicion.Code.CPU_BETWEEN_CASES);
    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 2)).isEmpty();
  }

  @Test
  void countsOneLongPauseBetweenCasesForLittle() {
    List<CaseTiming> cases =
        cases(20, i -> new CaseTiming(MS, 2 * MS, MS, i == 0 ? 900 * MS : 0, 8, 8));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
  }

  @Test
  void saysNothingOfTwoCases() {
    List<CaseTiming> cases = cases(2, i -> timing(US, 900 * MS, 800 * MS));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
    assertThat(PointWindowCheck.suspicions(List.of(), HarnessCost.NATIVE, 1)).isEmpty();
  }

  @Test
  void saysNothingOfCpuTimeThatIsNotCounted() {
    List<CaseTiming> cases = cases(9, i -> new CaseTiming(MS, 3 * MS, null, null, 8, 8));

    assertThat(PointWindowCheck.suspicions(cases, HarnessCost.NATIVE, 1)).isEmpty();
  }

  private static List<CaseTiming> cases(int count, IntFunction<CaseTiming> one) {
    return IntStream.range(0, count).mapToObj(one).toList();
  }

  private static CaseTiming timing(long window, long bracket, long cpu) {
    return new CaseTiming(window, bracket, cpu, 0L, 8, 8);
  }

  private static List<Suspicion.Code> codes(List<Suspicion> suspicions) {
    return suspicions.stream().map(Suspicion::code).toList();
  }
}
