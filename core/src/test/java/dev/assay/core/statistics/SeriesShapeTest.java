package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.statistics.SeriesShape.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesShapeTest {
  private static final int TRIALS = 100;

  /// Seconds of an iteration without noise, by its place in so many.
  private interface Course {
    double at(int place, int size);
  }

  /// Noise of which the mean is 1.
  private interface Noise {
    double draw(RandomGenerator random);
  }

  private static final Noise NORMAL = random -> 1 + 0.01 * random.nextGaussian();

  private static List<Double> series(Course course, Noise noise, int size, long seed) {
    RandomGenerator random = Distributions.generator(seed);
    return IntStream.range(0, size).mapToObj(i -> course.at(i, size) * noise.draw(random)).toList();
  }

  private static Map<Kind, Integer> kinds(Course course, Noise noise, int size) {
    var kinds = new EnumMap<Kind, Integer>(Kind.class);
    for (long seed = 0; seed < TRIALS; seed++) {
      kinds.merge(SeriesShape.of(series(course, noise, size, seed)).kind(), 1, Integer::sum);
    }
    return kinds;
  }

  private static int count(Kind kind, Course course, Noise noise, int size) {
    return kinds(course, noise, size).getOrDefault(kind, 0);
  }

  @ParameterizedTest(name = "{0} iterations")
  @ValueSource(ints = {20, 50, 200})
  void noiseIsFlat(int size) {
    assertThat(count(Kind.FLAT, (i, n) -> 0.1, NORMAL, size)).isGreaterThanOrEqualTo(99);
    assertThat(count(Kind.FLAT, (i, n) -> 0.1, random -> 1 + 0.1 * random.nextGaussian(), size))
        .isGreaterThanOrEqualTo(98);
  }

  @ParameterizedTest(name = "{0} iterations")
  @ValueSource(ints = {50, 200})
  void outliersAndLongTailsAreFlat(int size) {
    Noise spikes = random -> NORMAL.draw(random) * (random.nextInt(20) == 0 ? 3 : 1);
    Noise tail = random -> 1 + 0.02 * random.nextExponential();
    Noise longer = random -> 1 + 0.01 * Math.exp(random.nextGaussian());

    assertThat(count(Kind.FLAT, (i, n) -> 0.1, spikes, size)).isGreaterThanOrEqualTo(95);
    assertThat(count(Kind.FLAT, (i, n) -> 0.1, tail, size)).isGreaterThanOrEqualTo(98);
    assertThat(count(Kind.FLAT, (i, n) -> 0.1, longer, size)).isGreaterThanOrEqualTo(95);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"COARSE_CLOCK", "EVEN", "NORMAL"})
  void valuesOfOneDistributionAreFlat(Distributions distribution) {
    int flat = 0;
    for (long seed = 0; seed < TRIALS; seed++) {
      var values = distribution.sample(Distributions.generator(seed), 200);
      flat += SeriesShape.of(values).kind() == Kind.FLAT ? 1 : 0;
    }

    assertThat(flat).isGreaterThanOrEqualTo(98);
  }

  @Test
  void longNoiseIsFlat() {
    for (long seed = 0; seed < 5; seed++) {
      assertThat(SeriesShape.of(series((i, n) -> 0.1, NORMAL, 2000, seed)).kind())
          .isEqualTo(Kind.FLAT);
    }
  }

  @Test
  void equalValuesAreFlat() {
    var shape = SeriesShape.of(Collections.nCopies(100, 0.25));

    assertThat(shape.kind()).isEqualTo(Kind.FLAT);
    assertThat(shape.steadyFrom()).isZero();
    assertThat(shape.steadyMean()).isEqualTo(0.25);
  }

  @Test
  void aStepDownIsAWarmup() {
    Course step = (i, n) -> i < n / 5 ? 0.15 : 0.1;

    assertThat(count(Kind.WARMUP, step, NORMAL, 100)).isEqualTo(TRIALS);
    var shape = SeriesShape.of(series(step, NORMAL, 100, 7));
    assertThat(shape.steadyFrom()).isBetween(19, 21);
    assertThat(shape.steadyMean()).isCloseTo(0.1, within(0.001));
    assertThat(shape.segments()).hasSize(2);
  }

  @Test
  void stairsDownAndASlowFirstIterationAreWarmups() {
    Course stairs = (i, n) -> i < 10 ? 0.4 : i < 30 ? 0.2 : i < 60 ? 0.12 : 0.1;
    Course first = (i, n) -> i == 0 ? 0.5 : 0.1;

    assertThat(count(Kind.WARMUP, stairs, NORMAL, 200)).isEqualTo(TRIALS);
    assertThat(count(Kind.WARMUP, first, NORMAL, 200)).isEqualTo(TRIALS);
  }

  @Test
  void aStepUpIsASlowdown() {
    assertThat(count(Kind.SLOWDOWN, (i, n) -> i < n / 2 ? 0.1 : 0.12, NORMAL, 100))
        .isEqualTo(TRIALS);
  }

  @Test
  void fasterForAWhileIsASlowdown() {
    assertThat(count(Kind.SLOWDOWN, (i, n) -> i < 20 ? 0.2 : i < 40 ? 0.08 : 0.1, NORMAL, 200))
        .isEqualTo(TRIALS);
  }

  @Test
  void aLateStepIsNeverSteady() {
    assertThat(count(Kind.NEVER_STEADY, (i, n) -> i < n * 9 / 10 ? 0.1 : 0.12, NORMAL, 200))
        .isEqualTo(TRIALS);
    assertThat(count(Kind.NEVER_STEADY, (i, n) -> i < n * 9 / 10 ? 0.12 : 0.1, NORMAL, 200))
        .isEqualTo(TRIALS);
  }

  @Test
  void cyclesAndDriftAreNeverSteady() {
    Course cycle = (i, n) -> i / 25 % 2 == 0 ? 0.1 : 0.12;
    Course drift = (i, n) -> 0.1 * (1 + 0.5 * i / n);

    assertThat(count(Kind.NEVER_STEADY, cycle, NORMAL, 400)).isEqualTo(TRIALS);
    assertThat(count(Kind.NEVER_STEADY, drift, NORMAL, 400)).isEqualTo(TRIALS);
  }

  @Test
  void aNeverSteadySeriesHasNoSteadyMean() {
    var shape = SeriesShape.of(series((i, n) -> i < 190 ? 0.1 : 0.12, NORMAL, 200, 3));

    assertThat(shape.kind()).isEqualTo(Kind.NEVER_STEADY);
    assertThat(shape.steadyMean()).isNaN();
    assertThat(shape.steadyFrom()).isEqualTo(200);
  }

  @Test
  void aChangeOfTheVarianceIsASegmentButNoChangeOfTime() {
    RandomGenerator random = Distributions.generator(11);
    var values =
        IntStream.range(0, 200)
            .mapToObj(i -> 0.1 * (1 + (i < 100 ? 0.002 : 0.03) * random.nextGaussian()))
            .toList();

    var shape = SeriesShape.of(values);

    assertThat(shape.segments()).hasSize(2);
    assertThat(shape.segments().get(1).from()).isBetween(95, 105);
    assertThat(shape.kind()).isEqualTo(Kind.FLAT);
  }

  @Test
  void outliersAreNamedByTheirPlaces() {
    var values = new ArrayList<>(series((i, n) -> 0.1, NORMAL, 100, 5));
    values.set(40, 0.9);
    values.set(77, 0.01);

    var shape = SeriesShape.of(values);

    assertThat(shape.outliers()).containsExactly(40, 77);
    assertThat(shape.kind()).isEqualTo(Kind.FLAT);
  }

  /// Scaling times changes nothing: seconds or microseconds.
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theUnitDoesNotMatter(long seed) {
    List<Double> seconds = series((i, n) -> i < 30 ? 0.15 : 0.1, NORMAL, 150, seed);
    List<Double> micros = seconds.stream().map(value -> value * 1e-6).toList();

    var one = SeriesShape.of(seconds);
    var other = SeriesShape.of(micros);

    assertThat(other.kind()).isEqualTo(one.kind());
    assertThat(other.steadyFrom()).isEqualTo(one.steadyFrom());
  }

  @Test
  void changePointsAreTheBestCut() {
    for (long seed = 0; seed < 30; seed++) {
      double[] values =
          series((i, n) -> i < 12 ? 1.3 : i < 25 ? 1 : 1.1, NORMAL, 40, seed).stream()
              .mapToDouble(Double::doubleValue)
              .toArray();

      assertThat(ChangePoints.find(values, 1e-6)).isEqualTo(SlowCut.find(values, 1e-6));
    }
  }

  @Test
  void refusesWhatIsNoSeries() {
    assertThatThrownBy(() -> SeriesShape.of(Collections.nCopies(19, 1.0)))
        .hasMessageContaining("20 to 20000 iterations, and not 19");
    assertThatThrownBy(() -> SeriesShape.of(Collections.nCopies(20, 0.0)))
        .hasMessageContaining("more than 0 seconds, and not 0.0");
    assertThatThrownBy(() -> SeriesShape.of(Collections.nCopies(20, Double.NaN)))
        .hasMessageContaining("NaN");
  }

  @Test
  void steadyStateIsOverProcesses() {
    var shapes =
        List.of(0.100, 0.102, 0.104).stream()
            .map(time -> SeriesShape.of(Collections.nCopies(50, time)))
            .toList();

    var steady = SteadyState.of(shapes).orElseThrow();

    assertThat(steady.meanSeconds()).isCloseTo(0.102, within(1e-12));
    // t(0.995, 2) = 9.92484; standard error 0.002 / sqrt(3).
    assertThat(steady.interval().high() - steady.meanSeconds())
        .isCloseTo(9.92484 * 0.002 / Math.sqrt(3), within(1e-7));
  }

  @Test
  void oneProcessOrOneThatIsNeverSteadyHasNoSteadyState() {
    var flat = SeriesShape.of(Collections.nCopies(50, 0.1));
    var never = SeriesShape.of(series((i, n) -> i < 190 ? 0.1 : 0.12, NORMAL, 200, 3));

    assertThat(SteadyState.of(List.of(flat))).isEmpty();
    assertThat(SteadyState.of(List.of(flat, flat, never))).isEmpty();
  }

  @Test
  void theIntervalHoldsTheMeanOf99In100() {
    int held = 0;
    RandomGenerator random = Distributions.generator(42);
    for (int trial = 0; trial < 500; trial++) {
      var shapes =
          IntStream.range(0, 5)
              .mapToObj(i -> 0.1 * (1 + 0.02 * random.nextGaussian()))
              .map(time -> SeriesShape.of(Collections.nCopies(20, time)))
              .toList();
      held += SteadyState.of(shapes).orElseThrow().interval().contains(0.1) ? 1 : 0;
    }

    assertThat(held).isBetween(488, 500);
  }

  @Test
  void studentsTIsThatOfTables() {
    assertThat(StudentT.twoSided(0.99, 1)).isCloseTo(63.6567, within(1e-3));
    assertThat(StudentT.twoSided(0.99, 9)).isCloseTo(3.24984, within(1e-5));
    assertThat(StudentT.twoSided(0.95, 30)).isCloseTo(2.04227, within(1e-5));
  }
}
