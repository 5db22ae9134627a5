package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Machine;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.RunState;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.ExecPlace;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.Measurement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecSummaryTest {
  private static final Ending GOOD = new Ending.Exited(0);
  private static final CaseNoise QUIET =
      new CaseNoise(null, null, null, null, null, null, null, null, null, 0L, 0L);
  private static final CaseNoise BUSY =
      new CaseNoise(null, null, null, null, null, null, null, null, null, 50_000_001L, 0L);

  private final List<Measurement> measurements = new ArrayList<>();

  private ExecSummaryTest measured(int command, Ending ending, double millis) {
    return measured(command, false, ending, millis, QUIET, "");
  }

  private ExecSummaryTest measured(
      int command, boolean warmup, Ending ending, double millis, CaseNoise noise, String error) {
    long index =
        measurements.stream()
            .filter(one -> one.command() == command && one.warmup() == warmup)
            .count();
    measurements.add(
        new Measurement(
            command,
            (int) index,
            warmup,
            Instant.EPOCH,
            new ProcessResult(
                ending,
                new Evidence(null, 1L << 30, null, null, 0, null, null, null),
                cost(Math.round(millis * 1e6)),
                null,
                List.of(),
                null,
                null),
            Math.round(millis * 1e6) + 300_000,
            noise,
            error));
    return this;
  }

  private static Cost cost(long wallNanos) {
    return new Cost(
        wallNanos,
        2_000_001L,
        1_500_000L,
        500_000L,
        1L << 20,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private String text(int width, String... others) {
    return text(width, 0, RunState.FINISHED, null, others);
  }

  private String text(
      int width, int warmups, RunState state, @Nullable String reason, String... others) {
    var commands = new ArrayList<List<String>>();
    commands.add(List.of("sleep", "0.1"));
    for (String other : others) {
      commands.add(List.of(other.split(" ", -1)));
    }
    return ExecSummary.of(
        new ExecResult(
            ExecResult.FORMAT,
            "test",
            Instant.EPOCH,
            state,
            reason,
            commands,
            warmups,
            1,
            ExecLimits.ofMemory(DataSize.ofGibibytes(1)),
            ExecPlace.host(),
            null,
            "null",
            new ImageIdentity("host", "none"),
            Map.of(),
            new Machine(
                "name",
                "x86_64",
                "Some CPU",
                4,
                1L << 33,
                null,
                "6.1",
                "Some system",
                Map.of(),
                List.of()),
            Map.of(),
            measurements),
        width);
  }

  @Test
  void tellsOneRepetitionInAFewLines() {
    measured(0, GOOD, 100.8);

    assertThat(text(80))
        .isEqualTo(
            """
            sleep 0.1
              ended     exited with 0
              wall      101 ms
              CPU       2.00 ms   user 1.50 ms, system 500 µs
              memory    1 MiB at its peak

            On 1 of 4 cores of Some CPU, in the host's own root, kernel 6.1.
            """);
  }

  @Test
  void tellsMedianIntervalAndRangeOfMany() {
    for (int i = 0; i < 20; i++) {
      measured(0, GOOD, 100 + (i * 7) % 20 * 0.1);
    }

    assertThat(text(100))
        .startsWith(
            """
            sleep 0.1
              ended     20 repetitions: all exited with 0
              wall      101 ms median   95 %: 100.5–101.4 ms   range: 100–102 ms
              CPU       2.00 ms median   user 1.50 ms, system 500 µs
              memory    1 MiB at its highest peak
            """);
  }

  @Test
  void showsWhatACommandSaidThatFailed() {
    measured(0, false, new Ending.Exited(3), 5, QUIET, "one\ntwo \u001B[31mred\u001B[0m\n");

    assertThat(text(80))
        .contains("  ended     exited with 3\n")
        .contains("  errors    the end of its standard error:\n    | one\n    | two red\n");
  }

  @Test
  void namesTheLimitThatEndedIt() {
    measured(0, new Ending.Killed(Limit.WALL, 1_000_000_000, 1_004_000_000), 1004);

    assertThat(text(80))
        .contains("  ended     ended at the wall limit of 1.00 s; it had reached 1.00 s\n");
  }

  @Test
  void countsHowRepetitionsEndedAndTimesThoseThatExitedWithZero() {
    measured(0, GOOD, 10)
        .measured(0, new Ending.Signaled(11), 5)
        .measured(0, GOOD, 20)
        .measured(0, new Ending.Exited(2), 1);

    assertThat(text(120))
        .contains(
            "4 repetitions: 2 exited with 0, 1 died of signal 11 (SIGSEGV, segmentation fault), 1 exited with 2\n")
        .contains("15.0 ms median   range: 10.0–20.0 ms   (of the 2 that exited with 0)\n")
        .contains("warning   the command does not always exit with the same code\n");
  }

  @Test
  void suggestsAWarmUpWhenTheFirstIsSlow() {
    measured(0, GOOD, 50);
    for (int i = 0; i < 9; i++) {
      measured(0, GOOD, 10 + i * 0.01);
    }

    assertThat(text(120))
        .contains(
            "warning   the first repetition took 50.0 ms, the others 10.0 ms in the median: caches were cold; --warmup 1 leaves it")
        .doesNotContain("far longer");
    assertThat(text(120, 1, RunState.FINISHED, null)).doesNotContain("caches were cold");
  }

  @Test
  void warnsOfOutliers() {
    for (int i = 0; i < 20; i++) {
      measured(0, GOOD, i == 7 ? 30 : 10 + (i * 7) % 20 * 0.01);
    }

    assertThat(text(120)).contains("warning   1 of 20 repetitions took far longer than the rest");
  }

  @Test
  void saysHowManyWereDisturbed() {
    measured(0, GOOD, 100).measured(0, false, GOOD, 100, BUSY, "");

    assertThat(text(80))
        .contains("disturbed 1 of 2 repetitions: other work took part of their time\n");
  }

  @Test
  void countsNoWorkAsDisturbingThatCanHaveBeenDoneBesideTheProcess() {
    var after =
        new CaseNoise(null, null, null, null, null, null, null, null, null, 310_000L, 310_000L);

    measured(0, false, GOOD, 1, after, "");

    assertThat(text(80)).doesNotContain("disturbed");
  }

  @Test
  void leavesWarmUpsOutOfTheNumbersAndTellsOfTheirFailures() {
    measured(0, true, new Ending.Exited(1), 900, QUIET, "")
        .measured(0, GOOD, 10)
        .measured(0, GOOD, 12);

    assertThat(text(80, 1, RunState.FINISHED, null))
        .contains("2 repetitions, after 1 warm-up: all exited with 0\n")
        .contains("11.0 ms median   range: 10.0–12.0 ms\n")
        .contains("warning   1 warm-up did not exit with 0\n");
  }

  @Test
  void comparesTwoCommandsPairByPair() {
    for (int i = 0; i < 10; i++) {
      measured(0, GOOD, 100 + i).measured(1, GOOD, 2 * (100 + i));
    }

    assertThat(text(100, "sleep 0.2"))
        .startsWith("A  sleep 0.1\n")
        .contains("\n\nB  sleep 0.2\n")
        .contains("A is faster: B takes 2.000 times as long (95 %: 2.000 to 2.000, 10 pairs).\n");
  }

  @Test
  void namesTheFasterOneEitherWay() {
    for (int i = 0; i < 10; i++) {
      measured(0, GOOD, 100 + i).measured(1, GOOD, (100 + i) / 4.0);
    }

    assertThat(text(100, "sleep 0.2"))
        .contains(
            "B is faster: it takes 0.250 times as long as A (95 %: 0.250 to 0.250, 10 pairs).\n");
  }

  @Test
  void doesNotTellApartWhatTheDataCannot() {
    for (int i = 0; i < 10; i++) {
      measured(0, GOOD, 100).measured(1, GOOD, i % 2 == 0 ? 99 : 101);
    }

    assertThat(text(100, "sleep 0.2"))
        .contains("A and B cannot be told apart: B takes 1.000 times");
  }

  @Test
  void saysHowManyPairsAnIntervalTakes() {
    measured(0, GOOD, 100).measured(1, GOOD, 150).measured(0, GOOD, 100).measured(1, GOOD, 150);

    assertThat(text(100, "sleep 0.2"))
        .contains(
            "B took 1.500 times as long as A, by 2 pairs: too few to say more; -n 6 gives an interval.\n");
  }

  @Test
  void comparesOnlyPairsOfWhichBothDidTheirWork() {
    measured(0, GOOD, 100).measured(1, new Ending.Exited(1), 1);

    assertThat(text(100, "sleep 0.2"))
        .contains("A and B are not compared: there is no pair of which both exited with 0.\n");
  }

  @Test
  void saysWhyItIsNotFinished() {
    measured(0, GOOD, 100);

    assertThat(text(100, 0, RunState.CANCELLED, "cancelled in repetition 1 of 9"))
        .endsWith("Not finished: cancelled in repetition 1 of 9.\n");
  }

  @ParameterizedTest(name = "{0} columns")
  @ValueSource(ints = {60, 80, 120})
  void keepsToTheWidth(int width) {
    for (int i = 0; i < 12; i++) {
      measured(0, GOOD, i == 0 ? 500 : 100 + i)
          .measured(1, false, new Ending.Exited(i % 3), 100, BUSY, "word ".repeat(80));
    }

    assertThat(text(width, "sh -c " + "x".repeat(30)).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
  }
}
