package dev.assay.runner.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Limits;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Heard;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationTest {
  private final ScriptedProcess process = new ScriptedProcess();
  private final List<String> events = new ArrayList<>();

  @Test
  void handsOverEveryCaseInOrderAndSaysFarewell() {
    process.says("ready", "done 0 1000", "done 1 2000");

    var outcome = hold(2);

    assertThat(process.said()).containsExactly("case 0", "case 1", "end");
    assertThat(events).containsExactly("reveal 0", "collect 0", "reveal 1", "collect 1");
    assertThat(outcome.cases()).extracting(MeasuredCase::status).containsOnly(Status.OK);
    assertThat(outcome.cases()).extracting(MeasuredCase::seconds).containsExactly(1e-6, 2e-6);
    assertThat(outcome.remarks()).isEmpty();
  }

  @Test
  void revealsNothingBeforeTheHarnessIsReady() {
    process.says("readyish");

    var outcome = hold(2);

    assertThat(events).isEmpty();
    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.CRASHED, Status.LOST);
    assertThat(causeOf(outcome, 0)).isEqualTo(Cause.Code.INIT);
  }

  @Test
  void chargesAFailedInitToTheFirstCase() {
    process.hears(new Heard.Ended()).endsAs(new Ending.Exited(3));

    var outcome = hold(3);

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.CRASHED, Status.LOST, Status.LOST);
    assertThat(outcome.cases().getFirst().cause())
        .isEqualTo(
            new Cause(Cause.Code.INIT, "in init: exited with code 3 while an answer was due"));
  }

  @Test
  void callsAnOverlongInitATimeout() {
    process
        .hears(new Heard.Ended())
        .endsAs(new Ending.Killed(Limit.INIT, 60_000_000_000L, 60_010_000_000L));

    var outcome = hold(1);

    assertThat(outcome.cases().getFirst().status()).isEqualTo(Status.TIMEOUT);
    assertThat(causeOf(outcome, 0)).isEqualTo(Cause.Code.INIT);
  }

  @Test
  void chargesTheDueCaseAndLosesTheLaterOnes() {
    process
        .says("ready", "done 0 1000")
        .hears(new Heard.Ended())
        .endsAs(new Ending.Killed(Limit.MEMORY, 1 << 20, 1 << 20));

    var outcome = hold(4);

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.OK, Status.OOM, Status.LOST, Status.LOST);
  }

  @Test
  void blamesTheLineThatBrokeTheRulesEvenWhenTheProcessHasLeftMeanwhile() {
    process.says("ready", "done 0 soon").leavesAs(new Ending.Exited(0));

    MeasuredCase first = hold(2).cases().getFirst();

    assertThat(first.status()).isEqualTo(Status.CRASHED);
    assertThat(first.cause())
        .isEqualTo(new Cause(Cause.Code.PROTOCOL, "said 'done 0 soon' while case 0 was due"));
  }

  @Test
  void blamesWantOfMemoryRatherThanALineThatCameBefore() {
    process
        .says("ready", "done 0 soon")
        .leavesAs(new Ending.Killed(Limit.MEMORY, 1 << 20, 1 << 20));

    assertThat(hold(2).cases().getFirst().status()).isEqualTo(Status.OOM);
  }

  @Test
  void keepsTheAnswerOfACaseThatWentOnPastItsLimit() {
    process
        .says("ready")
        .hears(new Heard.Ended())
        .endsAs(new Ending.Killed(Limit.WALL, 10_000_000_000L, 10_002_000_000L));

    MeasuredCase first = hold(2).cases().getFirst();

    assertThat(first.status()).isEqualTo(Status.TIMEOUT);
    assertThat(first.answer()).isNotNull();
  }

  @Test
  void keepsGoingAfterAFailureOfALivingHarness() {
    process.says("ready", "failed 0 division by zero", "done 1 5");

    var outcome = hold(2);

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.CRASHED, Status.OK);
    assertThat(outcome.cases().getFirst().note()).isEqualTo("division by zero");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "done 1 1000",
        "done 0",
        "done 0 1e3",
        "done 0 99999999999999999999",
        "done  0 5",
        "ready",
        "failed 1 x",
        "",
        "case 0"
      })
  void endsAProcessThatSaysWhatIsNotDue(String line) {
    process.says("ready", line, "done 1 1000");

    var outcome = hold(2);

    assertThat(process.stopReason()).isNotNull();
    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.CRASHED, Status.LOST);
    assertThat(causeOf(outcome, 0)).isEqualTo(Cause.Code.PROTOCOL);
  }

  @Test
  void refusesAReasonThatIsTooLong() {
    process.says("ready", "failed 0 " + "x".repeat(201));

    assertThat(causeOf(hold(1), 0)).isEqualTo(Cause.Code.PROTOCOL);
  }

  @Test
  void refusesATimeLongerThanItsBracket() {
    process.says("ready", "done 0 3600000000000", "done 1 5");

    var outcome = hold(2);

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.CRASHED, Status.OK);
    assertThat(causeOf(outcome, 0)).isEqualTo(Cause.Code.IMPOSSIBLE_TIME);
    assertThat(outcome.cases().getFirst().suspicions())
        .extracting(Suspicion::code)
        .containsExactly(Suspicion.Code.IMPOSSIBLE_TIME);
  }

  @Test
  void onlyRemarksOnAProcessThatHangsAfterItsLastAnswer() {
    process
        .says("ready", "done 0 5")
        .endsAs(new Ending.Killed(Limit.WALL, 2_000_000_000L, 2_001_000_000L));

    var outcome = hold(1);

    assertThat(outcome.cases()).extracting(MeasuredCase::status).containsExactly(Status.OK);
    assertThat(outcome.remarks()).singleElement().asString().contains("after its last answer");
  }

  @Test
  void suspectsALineAfterTheLastAnswer() {
    process.says("ready", "done 0 5", "done 0 7");

    var outcome = hold(1);

    assertThat(outcome.cases()).extracting(MeasuredCase::status).containsExactly(Status.OK);
    assertThat(outcome.suspicions())
        .containsExactly(
            new Suspicion(
                Suspicion.Code.LINE_NOT_DUE,
                "after its last answer: said 'done 0 7', which was not due"));
  }

  @Test
  void endsAProcessThatAnswersBeforeItsCaseIsHandedOver() {
    process.says("ready", "done 0 5").saysEarly("done 1 5");

    var outcome = hold(3);

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.OK, Status.CRASHED, Status.LOST);
    assertThat(causeOf(outcome, 1)).isEqualTo(Cause.Code.PROTOCOL);
  }

  @Test
  void doesNotChargeACancelledRunToTheSolution() {
    process
        .says("ready", "done 0 5")
        .hears(new Heard.Ended())
        .endsAs(new Ending.Stopped(Cancellation.REASON));

    var outcome = hold(3);

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.OK, Status.LOST, Status.LOST);
    assertThat(causeOf(outcome, 1)).isEqualTo(Cause.Code.CANCELLED);
    assertThat(causeOf(outcome, 2)).isEqualTo(Cause.Code.CANCELLED);
  }

  @Test
  void tellsOfEachCaseAtOnce() {
    process.says("ready", "done 0 5").hears(new Heard.Ended()).endsAs(new Ending.Signaled(11));
    var told = new ArrayList<Status>();

    new Conversation(process, LIMITS, handover(), one -> told.add(one.status())).holdWith(cases(3));

    assertThat(told).containsExactly(Status.OK, Status.CRASHED, Status.LOST);
  }

  @Test
  void storesWhatWentOnAroundEachCase() {
    process.says("ready", "done 0 5", "done 1 5").othersTake(0, 700_000);

    var outcome = hold(2);

    var second = outcome.cases().get(1).metered();
    assertThat(outcome.cases().getFirst().metered().noise()).isNotNull();
    assertThat(second.noise())
        .isEqualTo(new CaseNoise(3L, null, null, 0L, null, 7L, 2L, 5L, 0L, 700_000L, 700_000L));
    assertThat(second.cpuNanos()).isEqualTo(1_000);
    assertThat(second.cpuBeforeNanos()).isEqualTo(1_000);
    assertThat(process.readings()).isEqualTo(4);
  }

  @Test
  void countsNoOtherWorkThatMayHaveRunWhileTheMeterWasRead() {
    process
        .says("ready", "done 0 5")
        .othersTake(700_000)
        .takesToRead(Duration.ofHours(1).toNanos());

    var noise = hold(1).cases().getFirst().metered().noise();

    assertThat(noise).extracting(CaseNoise::otherCpuNanos).isEqualTo(0L);
    assertThat(noise).extracting(CaseNoise::machineCpuNanos).isEqualTo(700_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed 0 no", "nonsense", "done 0 9000000000000000"})
  void storesItForACaseWithABadAnswer(String line) {
    process.says("ready", line).othersTake(700_000);

    var metered = hold(1).cases().getFirst().metered();

    assertThat(metered.cpuNanos()).isEqualTo(1_000);
    assertThat(metered.noise()).extracting(CaseNoise::otherCpuNanos).isEqualTo(700_000L);
  }

  static Stream<Ending> endings() {
    return Stream.of(
        new Ending.Killed(Limit.WALL, 10_000_000_000L, 10_002_000_000L),
        new Ending.Killed(Limit.MEMORY, 1 << 20, 1 << 20),
        new Ending.Signaled(11),
        new Ending.Exited(3));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void storesItForACaseThatWasNeverAnswered(Ending ending) {
    process
        .says("ready", "done 0 5")
        .hears(new Heard.Ended())
        .endsAs(ending)
        .othersTake(0, 700_000);

    var cases = hold(3).cases();

    assertThat(cases.get(1).metered().cpuNanos()).isEqualTo(1_000);
    assertThat(cases.get(1).metered().noise())
        .extracting(CaseNoise::otherCpuNanos)
        .isEqualTo(700_000L);
    assertThat(cases.get(1).bracketNanos()).isNull();
    assertThat(cases.get(2).metered()).isEqualTo(MeasuredCase.Metered.NOTHING);
  }

  @Test
  void storesNothingThatCannotBeRead() {
    process.says("ready").hears(new Heard.Ended()).endsAs(new Ending.Signaled(9)).takenAway();

    MeasuredCase first = hold(1).cases().getFirst();

    assertThat(first.status()).isEqualTo(Status.CRASHED);
    assertThat(first.metered()).isEqualTo(new MeasuredCase.Metered(null, 1_000L, null));
  }

  @Test
  void saysNothingOfCasesWithoutATurnWhenTheyWereMeasuredBefore() {
    process.says("ready", "done 0 5").hears(new Heard.Ended()).endsAs(new Ending.Signaled(11));
    var told = new ArrayList<Status>();

    var outcome =
        new Conversation(process, LIMITS, handover(), one -> told.add(one.status()))
            .holdAgainWith(cases(4));

    assertThat(outcome.cases())
        .extracting(MeasuredCase::status)
        .containsExactly(Status.OK, Status.CRASHED);
    assertThat(told).containsExactly(Status.OK, Status.CRASHED);
  }

  private static final Limits LIMITS =
      new Limits(
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          DataSize.ofGibibytes(1),
          1,
          256,
          DataSize.ofMebibytes(64),
          DataSize.ofMebibytes(1));

  @Test
  void keepsFurtherClocksWhereTheyAreDue() {
    process.says("ready keygen=5", "done 0 1000 load=200 noise_budget_bits=8.25", "done 1 1000");

    var outcome = holdStage(2);

    assertThat(outcome.readyClocks()).containsExactly(Map.entry("keygen", new BigDecimal(5)));
    assertThat(outcome.clocks().get(0))
        .containsExactly(
            Map.entry("load", new BigDecimal(200)),
            Map.entry("noise_budget_bits", new BigDecimal("8.25")));
    assertThat(outcome.clocks().get(1)).isEmpty();
    assertThat(outcome.cases()).extracting(MeasuredCase::seconds).containsOnly(1e-6);
  }

  @Test
  void takesNoFurtherClocksWhereNoneAreDue() {
    process.says("ready", "done 0 1000 load=200");

    assertThat(causeOf(hold(1), 0)).isEqualTo(Cause.Code.PROTOCOL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load",
        "load=",
        "load=1e9",
        "load=.5",
        "Load=1",
        "load=1 load=2",
        "load=1  save=2",
        "load=99999999999999999999",
        "a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1 k=1 l=1 m=1 n=1 o=1 p=1 q=1"
      })
  void refusesClocksThatAreNotWellFormed(String clocks) {
    process.says("ready", "done 0 1000 " + clocks);

    assertThat(causeOf(holdStage(1), 0)).isEqualTo(Cause.Code.PROTOCOL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"load=9000000000000000000", "load=60000000000", "load=-1", "load=5 save=-9"})
  void findsClocksImpossibleThatDoNotFitTheirBracket(String clocks) {
    process.says("ready", "done 0 1000 " + clocks);

    MeasuredCase first = holdStage(1).cases().getFirst();

    assertThat(first.status()).isEqualTo(Status.CRASHED);
    assertThat(first.cause()).extracting(Cause::code).isEqualTo(Cause.Code.IMPOSSIBLE_TIME);
    assertThat(first.cause()).extracting(Cause::text).asString().startsWith("encrypt: the window");
  }

  @Test
  void takesNoReadyWhoseClocksAreLongerThanItsStretch() {
    process.says("ready keygen=3600000000000", "done 0 1000");

    assertThat(causeOf(holdStage(1), 0)).isEqualTo(Cause.Code.INIT);
  }

  @Test
  void namesTheStageInCauses() {
    process.says("ready", "failed 0 no moon").hears(new Heard.Ended()).endsAs(new Ending.Exited(3));

    assertThat(holdStage(2).cases())
        .extracting(one -> one.cause() == null ? "" : one.cause().text())
        .containsExactly(
            "encrypt: the envelope failed: no moon",
            "encrypt: exited with code 3 while an answer was due");
  }

  private Conversation.Outcome holdStage(int count) {
    var rules =
        new Conversation.Rules(true, new EndingRule.Stages("keygen", "encrypt"), "the envelope");
    return new Conversation(process, LIMITS, rules, handover(), one -> {}).holdWith(cases(count));
  }

  private static Cause.Code causeOf(Conversation.Outcome outcome, int index) {
    Cause cause = outcome.cases().get(index).cause();
    assertThat(cause).isNotNull();
    return cause == null ? Cause.Code.PLATFORM : cause.code();
  }

  private Conversation.Outcome hold(int count) {
    return new Conversation(process, LIMITS, handover(), one -> {}).holdWith(cases(count));
  }

  private CaseHandover handover() {
    return new CaseHandover() {
      @Override
      public void reveal(PlannedCase planned) {
        events.add("reveal " + planned.index());
      }

      @Override
      public Answer collect(PlannedCase planned) {
        events.add("collect " + planned.index());
        return new Answer(Map.of("c", "00"), 8, true, List.of());
      }
    };
  }

  private static List<DueCase> cases(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new DueCase(new PlannedCase(i, 100 + i, CaseKind.SAMPLE), Map.of(), 8))
        .toList();
  }
}
