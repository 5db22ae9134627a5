package dev.assay.core.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.bundle.Better;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepTest {
  private static final int TRIALS = 1_000;

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /// Inputs differ by a factor of three; each run adds its own noise.
  private static Entry run(int no, int seeds, double level, DoubleSupplier noise) {
    var values = new TreeMap<Long, Double>();
    for (long seed = 1; seed <= seeds; seed++) {
      values.put(seed, level * (1 + seed % 3) * 1e-3 * noise.getAsDouble());
    }
    return new Entry("run" + no, level, values);
  }

  private static List<Step> steps(List<Entry> runs) {
    var pairs = new ArrayList<Step.Pair>();
    for (int i = 1; i < runs.size(); i++) {
      pairs.add(new Step.Pair(runs.get(i - 1), runs.get(i)));
    }
    return Step.of(pairs);
  }

  @ParameterizedTest
  @EnumSource(StandingTest.Noise.class)
  void ofRunsThatDifferByChanceOneStepIsCalledSignificantFiveTimesInAHundredAtMost(
      StandingTest.Noise noise) {
    RandomGenerator random = random(61);
    int alarms = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      var runs = new ArrayList<Entry>();
      for (int i = 0; i < 12; i++) {
        runs.add(run(i, 20, 1, () -> noise.draw(random)));
      }
      alarms += steps(runs).stream().anyMatch(Step::isSignificant) ? 1 : 0;
    }

    assertThat(alarms / (double) TRIALS).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 40})
  void howManyStepsAreShownChangesNothingOfThat(int count) {
    RandomGenerator random = random(7L + count);
    int alarms = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      var runs = new ArrayList<Entry>();
      for (int i = 0; i <= count; i++) {
        runs.add(run(i, 20, 1, () -> 1 + 0.02 * random.nextGaussian()));
      }
      alarms += steps(runs).stream().anyMatch(Step::isSignificant) ? 1 : 0;
    }

    assertThat(alarms / (double) TRIALS).isLessThanOrEqualTo(0.05);
  }

  @Test
  void findsTheStepThatIsThereAndHowLargeItIs() {
    RandomGenerator random = random(3);
    var runs = new ArrayList<Entry>();
    for (int i = 0; i < 10; i++) {
      runs.add(run(i, 20, i < 6 ? 1 : 0.877, () -> 1 + 0.01 * random.nextGaussian()));
    }

    List<Step> significant = steps(runs).stream().filter(Step::isSignificant).toList();

    assertThat(significant).extracting(Step::after).containsExactly("run6");
    Step step = significant.getFirst();
    assertThat(step.isImprovement(Better.LOWER)).isTrue();
    assertThat(step.isImprovement(Better.HIGHER)).isFalse();
    assertThat(step.change()).isCloseTo(-0.123, within(0.01));
    assertThat(Objects.requireNonNull(step.changeInterval()).contains(-0.123)).isTrue();
  }

  @Test
  void runsOfOneSeedOrOfOtherSeedsAreNeverTold() {
    var one = new Entry("a", 1.0, Map.of(1L, 1.0));
    var fast = new Entry("b", 0.1, Map.of(1L, 0.1));
    var other = new Entry("c", 9.0, Map.of(2L, 9.0));

    List<Step> steps = steps(List.of(one, fast, other));

    assertThat(steps).extracting(Step::isSignificant).containsExactly(false, false);
    assertThat(steps.getFirst().changeInterval()).isNull();
    assertThat(steps.getLast().pairing()).isNull();
    assertThat(steps.getLast().change()).isNull();
  }

  @Test
  void equalValuesAreNoStep() {
    assertThat(steps(List.of(run(0, 20, 1, () -> 1), run(1, 20, 1, () -> 1))))
        .extracting(Step::isSignificant)
        .containsExactly(false);
  }

  @Test
  void valuesThatHaveNoRatioHaveNoChange() {
    var before = new Entry("a", 0.0, Map.of(1L, 0.0, 2L, 1.0));
    var after = new Entry("b", 1.0, Map.of(1L, 1.0, 2L, 2.0));

    assertThat(steps(List.of(before, after)).getFirst().change()).isNull();
  }
}
