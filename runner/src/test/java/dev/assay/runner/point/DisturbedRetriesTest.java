package dev.assay.runner.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Limits;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// One warm-up case (0), three sample cases (1 to 3) and a fresh one (4), in processes that say
/// what a test has written down.
class DisturbedRetriesTest {
  /// Longer than any bracket.
  private static final long LOUD = Duration.ofHours(1).toNanos();

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

  private static final List<DueCase> CASES =
      List.of(
          due(0, CaseKind.WARMUP),
          due(1, CaseKind.SAMPLE),
          due(2, CaseKind.SAMPLE),
          due(3, CaseKind.SAMPLE),
          due(4, CaseKind.FRESH));

  private final List<ScriptedProcess> scripts = new ArrayList<>();
  private final List<Conversation.Outcome> outcomes = new ArrayList<>();

  /// Verdicts that are no, by process.
  private final Map<Integer, Set<Integer>> refused = new TreeMap<>();

  /// Cases whose answer lacks a file, in any process.
  private Set<Integer> unanswered = Set.of();

  private static DueCase due(int index, CaseKind kind) {
    return new DueCase(new PlannedCase(index, 100 + index, kind), Map.of(), 8);
  }

  /// The next process: answers the cases that it is handed.
  private ScriptedProcess process(int... answered) {
    var script = new ScriptedProcess().says("ready");
    for (int index : answered) {
      script.says("done %d %d".formatted(index, 1_000 * (scripts.size() + 1)));
    }
    scripts.add(script);
    return script;
  }

  /// Executes the scripts; gives the cases in order.
  private List<CaseResult> measure(int most) {
    outcomes.add(talk(0).holdWith(CASES));
    new DisturbedRetries(
            most,
            (process, due) -> {
              assertThat(process).isEqualTo(outcomes.size());
              var outcome = talk(process).holdAgainWith(due);
              outcomes.add(outcome);
              return outcome;
            })
        .after(outcomes.getFirst(), CASES);
    return results();
  }

  private Conversation talk(int process) {
    return new Conversation(
        scripts.get(process),
        LIMITS,
        new CaseHandover() {
          @Override
          public void reveal(PlannedCase planned) {}

          @Override
          public Answer collect(PlannedCase planned) {
            boolean whole = !unanswered.contains(planned.index());
            return new Answer(
                whole ? Map.of("c", "%064x".formatted(process)) : Map.of(),
                8,
                whole,
                whole ? List.of() : List.of("out/c.bin is missing"));
          }
        },
        one -> {});
  }

  private List<CaseResult> results() {
    var byIndex = new TreeMap<Integer, List<JudgedCase>>();
    for (int process = 0; process < outcomes.size(); process++) {
      for (MeasuredCase one : outcomes.get(process).cases()) {
        int index = one.due().planned().index();
        boolean passed = !refused.getOrDefault(process, Set.of()).contains(index);
        byIndex
            .computeIfAbsent(index, _ -> new ArrayList<>())
            .add(new JudgedCase(process, one, new Verification(passed, Map.of(), "")));
      }
    }
    return byIndex.values().stream().map(JudgedCase::result).toList();
  }

  private static List<Status> statuses(List<CaseResult> cases) {
    return cases.stream().map(CaseResult::status).toList();
  }

  /// The processes that measured a case, the one that counts in brackets.
  private static String attempts(CaseResult one) {
    var text = new StringBuilder();
    for (CaseAttempt attempt : one.attempts()) {
      text.append(attempt.counts() ? "[%d]" : "%d").append(' ');
    }
    return text.toString()
        .formatted(one.attempts().stream().map(CaseAttempt::process).toArray())
        .strip();
  }

  @Test
  void measuresNothingAgainUnlessAsked() {
    process(0, 1, 2, 3, 4).othersTake(LOUD, LOUD, LOUD, LOUD, LOUD);

    var cases = measure(0);

    assertThat(outcomes).hasSize(1);
    assertThat(cases).allMatch(one -> one.attempts().isEmpty());
  }

  @Test
  void measuresNothingAgainThatWasUndisturbed() {
    process(0, 1, 2, 3, 4);

    var cases = measure(3);

    assertThat(outcomes).hasSize(1);
    assertThat(cases).allMatch(one -> one.attempts().isEmpty());
    assertThat(statuses(cases)).containsOnly(Status.OK);
  }

  @Test
  void startsNoProcessForADisturbedWarmUpCase() {
    process(0, 1, 2, 3, 4).othersTake(LOUD);

    measure(3);

    assertThat(outcomes).hasSize(1);
  }

  @Test
  void handsOverTheWarmUpCasesAndThenTheDisturbedOnesInTheirOrder() {
    process(0, 1, 2, 3, 4).othersTake(0, 0, LOUD, 0, LOUD);
    ScriptedProcess retry = process(0, 2, 4);

    var cases = measure(3);

    assertThat(retry.said()).containsExactly("case 0", "case 2", "case 4", "end");
    assertThat(outcomes).hasSize(2);
    assertThat(cases.stream().map(DisturbedRetriesTest::attempts))
        .containsExactly("[0] 1", "", "0 [1]", "", "0 [1]");
  }

  @Test
  void countsTheFirstUndisturbedAttemptThoughItTookLonger() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD);
    process(0, 1).othersTake(0, LOUD);
    process(0, 1);

    CaseResult one = measure(9).get(1);

    assertThat(attempts(one)).isEqualTo("0 1 [2]");
    assertThat(one.seconds()).isEqualTo(3e-6);
    assertThat(one.attempts()).extracting(CaseAttempt::seconds).containsExactly(1e-6, 2e-6, 3e-6);
    assertThat(one.outputHashes()).containsEntry("c", "%064x".formatted(2));
    assertThat(one.noise()).isEqualTo(one.attempts().getLast().noise());
  }

  @Test
  void countsTheLastAttemptWhenAllWereDisturbed() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD);
    process(0, 1).othersTake(0, LOUD);
    process(0, 1).othersTake(0, LOUD);

    CaseResult one = measure(2).get(1);

    assertThat(attempts(one)).isEqualTo("0 1 [2]");
    assertThat(outcomes).hasSize(3);
  }

  @Test
  void leavesTheNumbersOfAWarmUpCaseAlone() {
    process(0, 1, 2, 3, 4).othersTake(LOUD, LOUD);
    process(0, 1);

    CaseResult warmup = measure(1).getFirst();

    assertThat(attempts(warmup)).isEqualTo("[0] 1");
    assertThat(warmup.seconds()).isEqualTo(1e-6);
  }

  @Test
  void chargesAWarmUpCaseThatIsWrongInARetry() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD);
    process(0, 1);
    refused.put(1, Set.of(0));

    CaseResult warmup = measure(1).getFirst();

    assertThat(warmup.status()).isEqualTo(Status.WRONG);
    assertThat(attempts(warmup)).isEqualTo("0 [1]");
  }

  @Test
  void excusesNoWrongAnswer() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD, LOUD);
    process(0, 1, 2);
    refused.put(0, Set.of(1));
    refused.put(1, Set.of(2));

    var cases = measure(1);

    assertThat(cases.get(1).status()).isEqualTo(Status.WRONG);
    assertThat(attempts(cases.get(1))).isEqualTo("[0] 1");
    assertThat(cases.get(1).seconds()).isEqualTo(1e-6);
    assertThat(cases.get(2).status()).isEqualTo(Status.WRONG);
    assertThat(attempts(cases.get(2))).isEqualTo("0 [1]");
  }

  @Test
  void measuresNothingAgainThatFailedOrLacksAnAnswer() {
    var first = process(0).says("failed 1 no", "done 2 5", "done 3 9000000000000000", "done 4 5");
    first.othersTake(LOUD, LOUD, LOUD, LOUD, LOUD);
    ScriptedProcess retry = process(0, 4);
    unanswered = Set.of(2);

    var cases = measure(1);

    assertThat(retry.said()).containsExactly("case 0", "case 4", "end");
    assertThat(statuses(cases))
        .containsExactly(Status.OK, Status.CRASHED, Status.WRONG, Status.CRASHED, Status.OK);
  }

  @Test
  void measuresNothingAgainThatTimedOutOrWasLost() {
    process(0, 1)
        .hears(new Heard.Ended())
        .endsAs(new Ending.Killed(dev.assay.core.run.Limit.WALL, 10, 11))
        .othersTake(0, LOUD, LOUD);
    ScriptedProcess retry = process(0, 1);

    var cases = measure(3);

    assertThat(retry.said()).containsExactly("case 0", "case 1", "end");
    assertThat(statuses(cases))
        .containsExactly(Status.OK, Status.OK, Status.TIMEOUT, Status.LOST, Status.LOST);
    assertThat(cases.get(2).attempts()).isEmpty();
  }

  @Test
  void chargesTheDueCaseOfARetryThatCrashesAndLeavesThoseWithoutATurnAlone() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD, LOUD, LOUD);
    process(0, 1).hears(new Heard.Ended()).endsAs(new Ending.Signaled(11));

    var cases = measure(1);

    assertThat(statuses(cases))
        .containsExactly(Status.OK, Status.OK, Status.CRASHED, Status.OK, Status.OK);
    assertThat(cases.stream().map(DisturbedRetriesTest::attempts))
        .containsExactly("[0] 1", "0 [1]", "0 [1]", "", "");
    assertThat(Objects.requireNonNull(cases.get(2).cause()).code()).isEqualTo(Cause.Code.SIGNAL);
    assertThat(DisturbedRetries.describe(List.of(CASES.get(1), CASES.get(3)), outcomes.get(1)))
        .startsWith("measured 2 cases again");
  }

  @Test
  void measuresThoseWithoutATurnInTheNextRetry() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD, LOUD, LOUD);
    process(0, 1).hears(new Heard.Ended()).endsAs(new Ending.Exited(3));
    ScriptedProcess second = process(0, 3);

    var cases = measure(2);

    assertThat(second.said()).containsExactly("case 0", "case 3", "end");
    assertThat(attempts(cases.get(3))).isEqualTo("0 [2]");
    assertThat(cases.get(2).status()).isEqualTo(Status.CRASHED);
  }

  @Test
  void chargesTheFirstCaseOfARetryWhoseInitFails() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD);
    scripts.add(new ScriptedProcess().hears(new Heard.Ended()).endsAs(new Ending.Exited(7)));

    var cases = measure(1);

    assertThat(cases.getFirst().status()).isEqualTo(Status.CRASHED);
    assertThat(Objects.requireNonNull(cases.getFirst().cause()).code()).isEqualTo(Cause.Code.INIT);
    assertThat(cases.get(1).attempts()).isEmpty();
  }

  @Test
  void marksTheDueCaseWhenCancelledDuringARetryAndStartsNoOther() {
    process(0, 1, 2, 3, 4).othersTake(0, LOUD, LOUD);
    process(0).hears(new Heard.Ended()).endsAs(new Ending.Stopped(Cancellation.REASON));

    var cases = measure(5);

    assertThat(outcomes).hasSize(2);
    assertThat(statuses(cases))
        .containsExactly(Status.OK, Status.LOST, Status.OK, Status.OK, Status.OK);
    assertThat(Objects.requireNonNull(cases.get(1).cause()).code()).isEqualTo(Cause.Code.CANCELLED);
    assertThat(cases.get(1).attempts().getFirst().seconds()).isEqualTo(1e-6);
    assertThat(cases.get(2).attempts()).isEmpty();
  }

  @Test
  void startsNoRetryAfterTheSandboxFailed() {
    process(0, 1)
        .hears(new Heard.Ended())
        .endsAs(new Ending.SandboxFailed("runc died"))
        .othersTake(0, LOUD);

    measure(5);

    assertThat(outcomes).hasSize(1);
  }

  @Test
  void showsNoProcessASeedTwice() {
    process(0, 1, 2, 3, 4).othersTake(LOUD, LOUD, LOUD, LOUD, LOUD);
    process(0, 1, 2, 3, 4).othersTake(LOUD, LOUD, LOUD, LOUD, LOUD);
    process(0, 1, 2, 3, 4).othersTake(LOUD, 0, LOUD, 0, LOUD);
    process(0, 2, 4).othersTake(LOUD, LOUD, LOUD);

    measure(3);

    assertThat(outcomes).hasSize(4);
    assertThat(scripts).allSatisfy(script -> assertThat(script.said()).doesNotHaveDuplicates());
  }

  @Test
  void keepsTheSuspicionsOfEveryAttempt() {
    process(0)
        .says("done 1 9000000000000000", "done 2 5", "done 3 5", "done 4 5")
        .othersTake(0, 0, LOUD);
    process(0).says("done 2 9000000000000000");

    CaseResult two = measure(1).get(2);

    assertThat(two.status()).isEqualTo(Status.CRASHED);
    assertThat(two.suspicions())
        .singleElement()
        .satisfies(one -> assertThat(one.text()).startsWith("attempt 2: the window of"));
  }
}
