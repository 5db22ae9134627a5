package dev.assay.core.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandingTest {
  private static final int TRIALS = 2_000;

  /// Noise of a case, as a factor.
  enum Noise {
    NORMAL {
      @Override
      double draw(RandomGenerator random) {
        return 1 + 0.02 * random.nextGaussian();
      }
    },
    /// Machines only ever add time.
    ADDED {
      @Override
      double draw(RandomGenerator random) {
        return 1 + 0.02 * random.nextExponential();
      }
    },
    /// One case in ten is disturbed a lot.
    DISTURBED {
      @Override
      double draw(RandomGenerator random) {
        return 1 + 0.02 * random.nextGaussian() + (random.nextInt(10) == 0 ? 3 : 0);
      }
    },
    /// A clock that rounds to one per cent.
    COARSE {
      @Override
      double draw(RandomGenerator random) {
        return Math.rint(100 * (1 + 0.02 * random.nextGaussian())) / 100;
      }
    };

    abstract double draw(RandomGenerator random);
  }

  @ParameterizedTest
  @EnumSource(Noise.class)
  void twoIdenticalSolutionsAreSeparatedAtMostFiveTimesInAHundred(Noise noise) {
    var random = random(4711);

    int separated = 0;
    for (int i = 0; i < TRIALS; i++) {
      separated += isSeparated(random, noise, 1) ? 1 : 0;
    }

    assertThat(separated).isLessThanOrEqualTo(TRIALS * 5 / 100);
  }

  @Test
  void threePercentUnderTwoPercentNoiseAreSeparatedAtLeastNinetyTimesInAHundred() {
    var random = random(4712);

    int separated = 0;
    for (int i = 0; i < TRIALS; i++) {
      separated += isSeparated(random, Noise.NORMAL, 1.03) ? 1 : 0;
    }

    assertThat(separated).isGreaterThanOrEqualTo(TRIALS * 90 / 100);
  }

  /// Five solutions that do not differ: that any pair of them is separated happens as seldom.
  @Test
  void holmHoldsForTheWholeStanding() {
    var random = random(4713);

    int separated = 0;
    for (int i = 0; i < TRIALS; i++) {
      List<Entry> entries =
          List.of("a", "b", "c", "d", "e").stream()
              .map(id -> entry(id, seeds(20), value -> value * Noise.NORMAL.draw(random)))
              .toList();
      separated += Standing.of(score(Better.LOWER), entries).places().getLast().rank() > 1 ? 1 : 0;
    }

    // Neighbours are picked by their scores, so they differ less than any two would.
    assertThat(separated).isLessThanOrEqualTo(TRIALS * 5 / 100);
  }

  @Test
  void ordersInTheDirectionOfTheBundle() {
    List<Entry> entries = List.of(exactly("slow", 2), exactly("fast", 1), exactly("middle", 1.5));

    assertThat(ids(Standing.of(score(Better.LOWER), entries)))
        .containsExactly("fast", "middle", "slow");
    assertThat(ids(Standing.of(score(Better.HIGHER), entries)))
        .containsExactly("slow", "middle", "fast");
    assertThat(ranks(Standing.of(score(Better.HIGHER), entries))).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @EnumSource(Better.class)
  void aMissingScoreStandsLast(Better better) {
    var none = new Entry("a", null, Map.of());
    var alsoNone = new Entry("b", Double.NaN, Map.of());

    var standing =
        Standing.of(score(better), List.of(none, exactly("c", 1), alsoNone, exactly("d", 2)));

    assertThat(ids(standing).subList(2, 4)).containsExactly("a", "b");
    assertThat(ranks(standing)).containsExactly(1, 2, 3, 3);
    assertThat(standing.neighbours().get(1).why()).contains("a missing score stands last");
  }

  @Test
  void sharedRanksLeaveOutAsManyAsShareThem() {
    var random = random(7);
    DoubleUnaryOperator noise = value -> value * (1 + 0.02 * random.nextGaussian());

    var standing =
        Standing.of(
            score(Better.LOWER),
            List.of(
                entry("a", seeds(20), noise),
                entry("b", seeds(20), value -> 2 * noise.applyAsDouble(value)),
                entry("c", seeds(20), value -> 2 * noise.applyAsDouble(value)),
                entry("d", seeds(20), value -> 3 * noise.applyAsDouble(value))));

    assertThat(ranks(standing)).containsExactly(1, 2, 2, 4);
    assertThat(standing.places())
        .extracting(Standing.Place::isShared)
        .containsExactly(false, true, true, false);
    assertThat(standing.neighbours().get(1).why()).startsWith("they tie").contains("by Holm");
  }

  /// Each is a per cent slower than the one before, and with few seeds no neighbours are told
  /// apart.
  @Test
  void tiesChainAndTheExtremesAreToldAlone() {
    var random = random(11);

    var standing =
        Standing.of(
            score(Better.LOWER),
            LongStream.range(0, 8)
                .mapToObj(i ->
                    entry(
                        "e" + i,
                        seeds(8),
                        value -> value * (1 + 0.01 * i) * (1 + 0.02 * random.nextGaussian())))
                .toList());

    Chain chain = standing.chains().getFirst();
    assertThat(chain.entries()).isGreaterThanOrEqualTo(3);
    assertThat(chain.extremes()).isNotNull();
    assertThat(standing.chains()).anyMatch(Chain::extremesDiffer);
  }

  @Test
  void lostSeedsArePairedByWhatIsLeft() {
    var whole = exactly("a", 1);
    var half =
        new Entry("b", 2.5, values(LongStream.of(1, 3, 5, 7, 9, 11, 13), value -> 1.5 * value));

    var pairing =
        Objects.requireNonNull(
            Standing.of(score(Better.LOWER), List.of(whole, half))
                .neighbours()
                .getFirst()
                .pairing());

    assertThat(pairing.pairs()).isEqualTo(7);
    assertThat(pairing.value()).isCloseTo(1 / 1.5, org.assertj.core.data.Offset.offset(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void fewerThanSixPairsTieWhateverTheySay(int pairs) {
    var standing =
        Standing.of(
            score(Better.LOWER),
            List.of(
                entry("a", LongStream.rangeClosed(1, pairs), value -> value),
                entry("b", LongStream.rangeClosed(1, pairs), value -> 9 * value)));

    assertThat(ranks(standing)).containsExactly(1, 1);
    assertThat(standing.neighbours().getFirst().why()).contains("too few");
  }

  @Test
  void withoutACommonSeedNothingTellsThemApart() {
    var standing =
        Standing.of(
            score(Better.LOWER),
            List.of(
                entry("a", LongStream.rangeClosed(1, 9), value -> value),
                entry("b", LongStream.rangeClosed(10, 20), value -> 9 * value)));

    assertThat(ranks(standing)).containsExactly(1, 1);
    assertThat(standing.neighbours().getFirst().pairing()).isNull();
  }

  @Test
  void valuesThatAreNotPositiveAreSubtracted() {
    var standing =
        Standing.of(
            score(Better.HIGHER),
            List.of(
                entry("a", seeds(20), value -> value - 2),
                entry("b", seeds(20), value -> value - 3)));

    var pairing = Objects.requireNonNull(standing.neighbours().getFirst().pairing());
    assertThat(pairing.measure()).isEqualTo(Pairing.Measure.DIFFERENCE);
    assertThat(pairing.value()).isEqualTo(1);
    assertThat(ids(standing)).containsExactly("a", "b");
    assertThat(ranks(standing)).containsExactly(1, 2);
  }

  /// The median of `a` is lower, but at each seed `b` is the faster one.
  @Test
  void pairsOverruleTheOrderOfMedians() {
    var a = new Entry("a", 1.0, values(seeds(20), value -> 1.1 * value));
    var b = new Entry("b", 1.01, values(seeds(20), value -> value));

    var standing = Standing.of(score(Better.LOWER), List.of(a, b));

    assertThat(ids(standing)).containsExactly("b", "a");
    assertThat(ranks(standing)).containsExactly(1, 2);
  }

  @Test
  void pairsThatContradictAnyOtherFoldDecideNothing() {
    var a = new Entry("a", 1.0, values(seeds(20), value -> 1.1 * value));
    var b = new Entry("b", 1.01, values(seeds(20), value -> value));

    var worst = new Score(Score.SECONDS, Fold.MAX, Better.LOWER, SelfReported.MEASURED);
    var standing = Standing.of(worst, List.of(a, b));

    assertThat(ids(standing)).containsExactly("a", "b");
    assertThat(ranks(standing)).containsExactly(1, 1);
    assertThat(standing.neighbours().getFirst().why()).contains("contradict");
  }

  /// The third measurement of a program has nothing in common with the third of another.
  @ParameterizedTest
  @EnumSource(Noise.class)
  void twoProgramsThatDoNotDifferAreSeparatedAtMostFiveTimesInAHundred(Noise noise) {
    var random = random(4714);

    int separated = 0;
    for (int i = 0; i < TRIALS; i++) {
      var standing =
          Standing.of(
              fastest(),
              List.of(
                  program("a", 6, () -> noise.draw(random)),
                  program("b", 6, () -> noise.draw(random))));
      separated += standing.places().getLast().rank() == 2 ? 1 : 0;
    }

    assertThat(separated).isLessThanOrEqualTo(TRIALS * 5 / 100);
  }

  @Test
  void programsOfSixMeasurementsAreToldApartInALongStanding() {
    var random = random(4715);

    var standing =
        Standing.of(
            fastest(),
            IntStream.range(0, 40)
                .mapToObj(i ->
                    program(
                        "p%02d".formatted(i),
                        6,
                        () -> Math.pow(1.15, i) * Noise.ADDED.draw(random)))
                .toList());

    assertThat(standing.places().stream().map(Standing.Place::rank).distinct().count())
        .isGreaterThan(30);
  }

  @Test
  void aLongProgramThatWasMeasuredOnceIsHeldAgainstTheSpreadOfAnother() {
    var random = random(4716);
    var standing =
        Standing.of(
            fastest(),
            List.of(
                program("a", 6, () -> Noise.NORMAL.draw(random)),
                program("b", 1, () -> 90 * Noise.NORMAL.draw(random)),
                program("c", 1, () -> 200 * Noise.NORMAL.draw(random))));

    assertThat(ranks(standing)).containsExactly(1, 2, 2);
    assertThat(standing.neighbours().getFirst().adjustedP())
        .as("one and one were not looked at")
        .isEqualTo(Objects.requireNonNull(standing.neighbours().getFirst().pairing()).p());
    assertThat(standing.neighbours().getFirst().why())
        .startsWith("told apart (mean ratio of 6 and 1 measurements");
    assertThat(standing.neighbours().getLast().why())
        .startsWith("they tie: 1 and 1 measurements are too few");
    assertThat(Objects.requireNonNull(standing.neighbours().getLast().pairing()).unpaired())
        .isEqualTo(new Pairing.Sizes(1, 1));
  }

  private static Score fastest() {
    return new Score(Score.SECONDS, Fold.MIN, Better.LOWER, SelfReported.MEASURED);
  }

  private static Entry program(String id, int measurements, DoubleSupplier seconds) {
    var values = new TreeMap<Long, Double>();
    LongStream.range(0, measurements).forEach(place -> values.put(place, seconds.getAsDouble()));
    return new Entry(id, values.values().stream().min(Double::compare).orElseThrow(), values, true);
  }

  private static boolean isSeparated(RandomGenerator random, Noise noise, double factor) {
    var standing =
        Standing.of(
            score(Better.LOWER),
            List.of(
                entry("a", seeds(20), value -> value * noise.draw(random)),
                entry("b", seeds(20), value -> factor * value * noise.draw(random))));
    return standing.places().getLast().rank() == 2;
  }

  private static Score score(Better better) {
    return new Score(Score.SECONDS, Fold.MEDIAN, better, SelfReported.MEASURED);
  }

  private static Entry exactly(String id, double value) {
    return entry(id, seeds(20), cost -> value * cost);
  }

  private static Entry entry(String id, LongStream seeds, DoubleUnaryOperator value) {
    Map<Long, Double> values = values(seeds, value);
    double[] sorted = values.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Entry(id, sorted[sorted.length / 2], values);
  }

  /// Inputs differ in what they cost.
  private static Map<Long, Double> values(LongStream seeds, DoubleUnaryOperator value) {
    var values = new TreeMap<Long, Double>();
    seeds.forEach(seed -> values.put(seed, value.applyAsDouble(1 + (seed * 7 % 13) / 10.0)));
    return values;
  }

  private static LongStream seeds(int count) {
    return LongStream.rangeClosed(1, count);
  }

  private static List<String> ids(Standing standing) {
    return standing.places().stream().map(Standing.Place::entry).toList();
  }

  private static List<Integer> ranks(Standing standing) {
    return standing.places().stream().map(Standing.Place::rank).toList();
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
