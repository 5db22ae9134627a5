package dev.assay.core.game;

import static dev.assay.core.game.Taken.Result.FAILED;
import static dev.assay.core.game.Taken.Result.RIGHT;
import static dev.assay.core.game.Taken.Result.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.ProgramRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcedureTest {
  private static final ProgramRules RULES =
      new ProgramRules(Duration.ofHours(1), Duration.ofMinutes(2), 5);

  private static final List<Taken.Result> OFTEN_RIGHT =
      List.of(RIGHT, RIGHT, RIGHT, RIGHT, FAILED, TIMED_OUT);

  private final List<Taken> taken = new ArrayList<>();

  /// Measures what is next, with this result.
  private ProcedureTest then(Taken.Result result, double seconds) {
    var measure = (Step.Measure) next();
    assertThat(measure.order()).isEqualTo(taken.size());
    taken.add(new Taken(measure.workload(), measure.verified(), result, (long) (seconds * 1e9)));
    return this;
  }

  private Step next() {
    return Procedure.next(3, RULES, taken);
  }

  private static Step.Through through(Step.Reason reason) {
    return new Step.Through(reason);
  }

  @Test
  void beginsWithTheSmallestAndVerifiesIt() {
    assertThat(next()).isEqualTo(new Step.Measure(0, true, 0));
  }

  @Test
  void goesOnWhenTheOutputWasRight() {
    then(RIGHT, 1);

    assertThat(next()).isEqualTo(new Step.Measure(1, true, 1));
  }

  @Test
  void measuresTheLargestFiveMoreTimesWithoutOutput() {
    then(RIGHT, 0.1).then(RIGHT, 1).then(RIGHT, 10);

    for (int repeat = 0; repeat < 5; repeat++) {
      assertThat(next()).isEqualTo(new Step.Measure(2, false, 3 + repeat));
      then(RIGHT, 10);
    }
    assertThat(next()).isEqualTo(through(Step.Reason.COMPLETE));
    assertThat(taken).hasSize(8);
  }

  @Test
  void stopsAtAWrongAnswerAndMeasuresNothingAgain() {
    then(RIGHT, 0.1).then(FAILED, 1);

    assertThat(next()).isEqualTo(through(Step.Reason.FAILED));
    assertThat(Procedure.reported(RULES, taken)).hasValue(0);
  }

  @Test
  void stopsWhenTheSmallestFails() {
    then(FAILED, 0.1);

    assertThat(next()).isEqualTo(through(Step.Reason.FAILED));
    assertThat(Procedure.reported(RULES, taken)).isEmpty();
  }

  @Test
  void takesOneMeasurementOfALongOne() {
    then(RIGHT, 1).then(RIGHT, 60).then(RIGHT, 121);

    assertThat(next()).isEqualTo(through(Step.Reason.OVER_CUTOFF));
    assertThat(Procedure.reported(RULES, taken)).hasValue(2);
  }

  @Test
  void countsTheCutoffItselfAsWithin() {
    then(RIGHT, 1).then(RIGHT, 60).then(RIGHT, 120);

    assertThat(next()).isEqualTo(new Step.Measure(2, false, 3));
  }

  @Test
  void fallsBackToTheLargestWithinTheCutoffWhenTheLargestTimedOut() {
    then(RIGHT, 1).then(RIGHT, 60).then(TIMED_OUT, 3600);

    for (int repeat = 0; repeat < 5; repeat++) {
      assertThat(next()).isEqualTo(new Step.Measure(1, false, 3 + repeat));
      then(RIGHT, 60);
    }
    assertThat(next()).isEqualTo(through(Step.Reason.FELL_BACK));
    assertThat(Procedure.reported(RULES, taken)).hasValue(1);
  }

  @Test
  void fallsBackPastAWorkloadThatTookLongerThanTheCutoff() {
    then(RIGHT, 1).then(RIGHT, 500).then(TIMED_OUT, 3600);

    assertThat(next()).isEqualTo(new Step.Measure(0, false, 3));
    assertThat(Procedure.reported(RULES, taken)).hasValue(0);
  }

  @Test
  void triesNoLargerWorkloadAfterOneThatTimedOut() {
    then(RIGHT, 1).then(TIMED_OUT, 3600);

    assertThat(next()).isEqualTo(new Step.Measure(0, false, 2));
  }

  @Test
  void hasNothingToFallBackToWhenTheSmallestTimedOut() {
    then(TIMED_OUT, 3600);

    assertThat(next()).isEqualTo(through(Step.Reason.TIMED_OUT));
  }

  @Test
  void hasNothingToFallBackToWhenNoneWasWithinTheCutoff() {
    then(RIGHT, 200).then(TIMED_OUT, 3600);

    assertThat(next()).isEqualTo(through(Step.Reason.TIMED_OUT));
    assertThat(Procedure.reported(RULES, taken)).hasValue(0);
  }

  @Test
  void makesTheOtherRepeatsWhenOneFails() {
    then(RIGHT, 1).then(RIGHT, 1).then(RIGHT, 1).then(FAILED, 0.1).then(RIGHT, 1);

    assertThat(next()).isEqualTo(new Step.Measure(2, false, 5));
    then(FAILED, 0).then(FAILED, 0).then(FAILED, 0);
    assertThat(next()).isEqualTo(through(Step.Reason.COMPLETE));
  }

  @Test
  void makesNoFurtherRepeatAfterOneThatTimedOut() {
    then(RIGHT, 1).then(RIGHT, 1).then(RIGHT, 1).then(RIGHT, 1).then(TIMED_OUT, 3600);

    assertThat(next()).isEqualTo(through(Step.Reason.REPEAT_TIMED_OUT));
  }

  @Test
  void repeatsNothingWhereNoRepeatsAreAskedFor() {
    var once = new ProgramRules(Duration.ofHours(1), Duration.ofMinutes(2), 0);

    assertThat(Procedure.next(1, once, List.of(new Taken(0, true, RIGHT, 1))))
        .isEqualTo(through(Step.Reason.COMPLETE));
  }

  @Test
  void isThroughWithoutWorkloads() {
    assertThat(Procedure.next(0, RULES, List.of())).isEqualTo(through(Step.Reason.NO_WORKLOAD));
  }

  @Test
  void settlesASmallerWorkloadOnceALargerOneWasDoneWithinTheCutoff() {
    then(RIGHT, 1);
    assertThat(Procedure.isSettled(0, 3, RULES, taken)).isFalse();

    then(RIGHT, 200);
    assertThat(Procedure.isSettled(0, 3, RULES, taken)).isFalse();

    then(RIGHT, 100);
    assertThat(Procedure.isSettled(0, 3, RULES, taken)).isTrue();
    assertThat(Procedure.isSettled(1, 3, RULES, taken)).isTrue();
    assertThat(Procedure.isSettled(2, 3, RULES, taken)).isFalse();
  }

  /// Whatever happens it ends, within a bound, and what is settled is never measured again.
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void endsWhateverHappens(long seed) {
    var random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      int workloads = 1 + random.nextInt(5);
      var some = new ArrayList<Taken>();
      var settled = new ArrayList<Integer>();
      while (Procedure.next(workloads, RULES, some)
          instanceof Step.Measure(int workload, boolean verified, int _)) {
        assertThat(settled).doesNotContain(workload);
        Taken.Result result = OFTEN_RIGHT.get(random.nextInt(OFTEN_RIGHT.size()));
        some.add(new Taken(workload, verified, result, random.nextLong(200_000_000_000L)));
        settled.clear();
        some.stream()
            .map(Taken::workload)
            .filter(one -> Procedure.isSettled(one, workloads, RULES, some))
            .forEach(settled::add);
      }
      assertThat(some).hasSizeLessThanOrEqualTo(workloads + RULES.repeats());
    }
  }

  @Test
  void takesTurnsAsTheOrderSays() {
    var turns = List.of(new ArrayList<Taken>(), new ArrayList<Taken>());

    assertThat(orderOf(MeasuringOrder.SEQUENTIAL, turns)).isEqualTo("AAaaaaaBBbbbbb");
    turns.forEach(List::clear);
    assertThat(orderOf(MeasuringOrder.INTERLEAVED, turns)).isEqualTo("AABBababababab");
  }

  @Test
  void leavesOutProgramsThatAreThrough() {
    var done = new Rounds.Turn(through(Step.Reason.FAILED), 0);
    var first = new Rounds.Turn(new Step.Measure(0, false, 3), 1);
    var second = new Rounds.Turn(new Step.Measure(0, false, 2), 0);

    assertThat(Rounds.next(MeasuringOrder.INTERLEAVED, List.of(done, first, second)))
        .isEqualTo(OptionalInt.of(2));
    assertThat(Rounds.next(MeasuringOrder.SEQUENTIAL, List.of(done, first, second)))
        .isEqualTo(OptionalInt.of(1));
    assertThat(Rounds.next(MeasuringOrder.INTERLEAVED, List.of(done))).isEmpty();
    assertThat(Rounds.next(MeasuringOrder.SEQUENTIAL, List.of())).isEmpty();
  }

  /// Programs by letter, verified ones as capitals; each has two workloads.
  private static String orderOf(MeasuringOrder order, List<? extends List<Taken>> turns) {
    var made = new StringBuilder();
    while (true) {
      List<Rounds.Turn> all =
          turns.stream()
              .map(one ->
                  new Rounds.Turn(
                      Procedure.next(2, RULES, one),
                      (int) one.stream().filter(repeat -> !repeat.verified()).count()))
              .toList();
      OptionalInt next = Rounds.next(order, all);
      if (next.isEmpty()) {
        return made.toString();
      }
      var step = (Step.Measure) all.get(next.getAsInt()).step();
      turns
          .get(next.getAsInt())
          .add(new Taken(step.workload(), step.verified(), RIGHT, 1_000_000_000));
      made.append((char) ((step.verified() ? 'A' : 'a') + next.getAsInt()));
    }
  }
}
