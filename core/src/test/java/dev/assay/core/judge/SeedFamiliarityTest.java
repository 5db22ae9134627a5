package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.run.Suspicion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SeedFamiliarityTest {
  private static List<Double> noisy(Random random, int count, double seconds) {
    return DoubleStream.generate(() -> seconds * (1 + 0.1 * random.nextDouble()))
        .limit(count)
        .boxed()
        .toList();
  }

  @Test
  void suspectsASolutionThatKnowsTheSeeds() {
    var random = new Random(1);

    assertThat(SeedFamiliarity.suspect(noisy(random, 20, 1e-6), noisy(random, 3, 5e-5)))
        .hasValueSatisfying(suspicion -> {
          assertThat(suspicion.code()).isEqualTo(Suspicion.Code.KNOWN_SEEDS_FASTER);
          assertThat(suspicion.text()).contains("20 known seeds", "3 fresh ones", "µs");
        });
  }

  @Test
  void doesNotSuspectOneThatIsSlowerOnKnownSeeds() {
    var random = new Random(2);

    assertThat(SeedFamiliarity.suspect(noisy(random, 20, 5e-5), noisy(random, 3, 1e-6))).isEmpty();
  }

  @Test
  void needsARatioBesidesTheSignificance() {
    var random = new Random(3);

    assertThat(SeedFamiliarity.suspect(noisy(random, 200, 1e-3), noisy(random, 50, 1.15e-3)))
        .isEmpty();
  }

  @Test
  void saysNothingWithoutFreshCases() {
    assertThat(SeedFamiliarity.suspect(List.of(1.0), List.of())).isEmpty();
    assertThat(SeedFamiliarity.suspect(List.of(), List.of(1.0))).isEmpty();
  }

  @Test
  void suspectsOneInFiveHundredHonestSolutionsAtMost() {
    var random = new Random(4);
    int suspected = 0;
    for (int i = 0; i < 20_000; i++) {
      // A heavy tail, so that the ratio alone is often large.
      List<Double> known = heavy(random, 20);
      List<Double> fresh = heavy(random, 3);
      suspected += SeedFamiliarity.suspect(known, fresh).isPresent() ? 1 : 0;
    }

    assertThat(suspected).isLessThanOrEqualTo(40);
  }

  /// Measured once: short windows that fell in order, three of the slow ones on fresh seeds.
  @Test
  void doesNotSuspectWhatLiesAmongTheKnownOnes() {
    List<Double> known =
        List.of(
            3.3e-7, 3.3e-7, 3.4e-7, 3.4e-7, 3.41e-7, 3.41e-7, 3.41e-7, 3.5e-7, 3.5e-7, 3.5e-7,
            4.11e-7, 5.81e-7, 5.91e-7, 6.41e-7, 6.51e-7, 7.11e-7, 1.051e-6, 1.132e-6, 1.252e-6,
            1.382e-6);

    assertThat(SeedFamiliarity.suspect(known, List.of(1.112e-6, 1.472e-6, 2.053e-6))).isEmpty();
  }

  @Test
  void suspectsThoughOneKnownCaseWasHeldUp() {
    var random = new Random(6);
    var known = new ArrayList<>(noisy(random, 19, 1e-6));
    known.add(1e-3);

    assertThat(SeedFamiliarity.suspect(known, noisy(random, 3, 5e-5))).isPresent();
  }

  private static List<Double> heavy(Random random, int count) {
    return DoubleStream.generate(() -> Math.exp(2 * random.nextGaussian()))
        .limit(count)
        .boxed()
        .toList();
  }

  @Test
  void countsRankSumsExactly() {
    // Of the ten pairs out of 0..4, those that sum to 6 or more are (2,4) and (3,4).
    assertThat(SeedFamiliarity.upperTail(5, 2, 6)).isCloseTo(0.2, within(1e-15));
    assertThat(SeedFamiliarity.upperTail(5, 2, 0)).isCloseTo(1, within(1e-15));
    assertThat(SeedFamiliarity.upperTail(23, 3, 63)).isCloseTo(1 / 1771.0, within(1e-15));
  }

  @Test
  void ranksATiedFreshCaseBelowTheKnownOnes() {
    assertThat(SeedFamiliarity.probabilityOfFreshRankSum(List.of(1.0, 1.0, 1.0), List.of(1.0)))
        .isCloseTo(1, within(1e-15));
  }

  @Test
  void approximatesWhatIsTooLargeToCount() {
    for (int sum : new int[] {2_900, 3_100, 3_300}) {
      assertThat(SeedFamiliarity.normalUpperTail(300, 20, sum))
          .isCloseTo(SeedFamiliarity.upperTail(300, 20, sum), within(2e-3));
    }
  }

  @Test
  void isQuickForTheLargestSample() {
    var random = new Random(5);
    var known = new ArrayList<>(noisy(random, 10_000, 1e-6));

    assertThat(SeedFamiliarity.suspect(known, noisy(random, 1_000, 1e-4))).isPresent();
  }
}
