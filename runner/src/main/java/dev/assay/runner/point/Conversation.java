package dev.assay.runner.point;

import dev.assay.core.bundle.Limits;
import dev.assay.core.error.AssayException;
import dev.assay.core.judge.WindowCheck;
import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.MeterReading;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Talks to one harness until every case has had its turn or the process has ended (DESIGN section
/// 4).
///
/// The meter is read twice a case, outside of the bracket: right before the hand-over, and right
/// after the answer was heard. The second reading is also where the CPU time between two cases
/// begins. One reading for both would not do: what the harness frees and what the runner collects
/// between two cases would be charged to a case.
public final class Conversation {
  /// How long a harness may take to leave after `end`.
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final MeasuredProcess process;
  private final Limits limits;
  private final Rules rules;
  private final CaseHandover handover;
  private final Consumer<MeasuredCase> listener;
  private final Map<Integer, Map<String, BigDecimal>> clocks = new HashMap<>();
  private Map<String, BigDecimal> readyClocks = Map.of();
  private final List<MeasuredCase> measured = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<Suspicion> suspicions = new ArrayList<>();
  private @Nullable Long initNanos;
  private @Nullable String breach;
  private long cpuAtLastAnswer;
  private long bytesOfLastCase;

  /// What is said besides windows, and what causes call it.
  ///
  /// @param withClocks whether lines may have further clocks and meters, as those of encrypted
  ///   solutions do
  /// @param who fails, as in `the solution`
  public record Rules(boolean withClocks, EndingRule.Stages stages, String who) {
    /// Those of the protocol `call`.
    static final Rules PLAIN = new Rules(false, EndingRule.Stages.PLAIN, "the solution");
  }

  /// @param listener hears of each case as soon as it is measured
  Conversation(
      MeasuredProcess process,
      Limits limits,
      CaseHandover handover,
      Consumer<MeasuredCase> listener) {
    this(process, limits, Rules.PLAIN, handover, listener);
  }

  /// @param listener hears of each case as soon as it is measured
  public Conversation(
      MeasuredProcess process,
      Limits limits,
      Rules rules,
      CaseHandover handover,
      Consumer<MeasuredCase> listener) {
    this.process = process;
    this.limits = limits;
    this.rules = rules;
    this.handover = handover;
    this.listener = listener;
  }

  /// What came of it.
  ///
  /// @param initNanos absent when the harness never said `ready`
  /// @param readyClocks what it said with `ready`
  /// @param clocks what it said with each answer, by case
  public record Outcome(
      List<MeasuredCase> cases,
      @Nullable Long initNanos,
      ProcessResult process,
      List<String> remarks,
      List<Suspicion> suspicions,
      Map<String, BigDecimal> readyClocks,
      Map<Integer, Map<String, BigDecimal>> clocks) {}

  /// Hands over every case in order; those whose turn does not come are lost.
  public Outcome holdWith(List<DueCase> cases) {
    ProcessResult result = talk(cases);
    loseTheRest(cases, result);
    return outcome(result);
  }

  /// As `holdWith`, for cases that were measured before: those whose turn does not come are missing
  /// from the outcome, since nothing is said of them.
  public Outcome holdAgainWith(List<DueCase> cases) {
    return outcome(talk(cases));
  }

  private Outcome outcome(ProcessResult result) {
    return new Outcome(
        List.copyOf(measured),
        initNanos,
        result,
        List.copyOf(remarks),
        List.copyOf(suspicions),
        readyClocks,
        Map.copyOf(clocks));
  }

  private ProcessResult talk(List<DueCase> cases) {
    ProcessResult early = awaitReady(cases);
    for (DueCase due : cases) {
      if (early != null) {
        break;
      }
      early = handOver(due);
    }
    return early == null ? sayFarewell() : early;
  }

  /// Absent when the harness is ready.
  private @Nullable ProcessResult awaitReady(List<DueCase> cases) {
    var allowance =
        Allowance.fromNow(Limit.INIT, limits.init(), 0, limits.init().multipliedBy(limits.cpus()));
    Heard heard = process.hear(allowance);
    if (heard instanceof Heard.Line(String text, long atNanos)
        && isReady(text, atNanos - allowance.startNanos())) {
      initNanos = atNanos - allowance.startNanos();
      cpuAtLastAnswer = process.cpuNanos();
      return null;
    }
    ProcessResult result = endFor(heard, "said '%s' where 'ready' was due");
    record(chargedWith(cases.getFirst(), result, true, MeasuredCase.Metered.NOTHING));
    return result;
  }

  /// A `ready` whose clocks are longer than the stretch before it is none.
  private boolean isReady(String line, long bracket) {
    Optional<Map<String, BigDecimal>> said = HarnessLine.ready(line, rules.withClocks());
    readyClocks = said.orElse(Map.of());
    return said.isPresent() && HarnessClocks.sumNanos(readyClocks) <= bracket;
  }

  /// Absent when the harness lives and can take the next case.
  private @Nullable ProcessResult handOver(DueCase due) {
    int index = due.planned().index();
    MeterReading atHandover = process.read();
    handover.reveal(due.planned());
    long handedOver = process.say("case " + index);
    Heard heard =
        process.hear(
            new Allowance(
                Limit.WALL, handedOver, limits.caseTime(), atHandover.cpuNanos(), limits.cpu()));
    if (!(heard instanceof Heard.Line(String text, long atNanos))) {
      var metered = meteredUntilNow(atHandover);
      return endWith(due, metered, endFor(heard, ""));
    }
    MeterReading atAnswer = process.read();
    long bracket = atNanos - handedOver;
    var metered =
        metered(atHandover, atAnswer, atAnswer.around(bracket, atHandover, limits.cpus()));
    cpuAtLastAnswer = atAnswer.cpuNanos();
    if (bracket < 0) {
      return endWith(
          due,
          metered,
          stopFor("said '%s' before case %d was handed over".formatted(shorten(text), index)));
    }
    return switch (HarnessLine.parse(text, index, rules.withClocks())) {
      case HarnessLine.Done done -> {
        clocks.put(index, done.clocks());
        take(due, new Windows(done), bracket, metered);
        yield null;
      }
      case HarnessLine.Failed(String reason) -> {
        record(failed(due, reason, bracket, metered));
        yield null;
      }
      case HarnessLine.Wrong(String why) -> endWith(due, metered, stopFor(why));
    };
  }

  private MeasuredCase.Metered metered(MeterReading atHandover, MeterReading end, CaseNoise noise) {
    return new MeasuredCase.Metered(
        end.cpuNanos() - atHandover.cpuNanos(), atHandover.cpuNanos() - cpuAtLastAnswer, noise);
  }

  /// Of a process that gave no answer. Its control group may have been taken away with its
  /// container.
  private MeasuredCase.Metered meteredUntilNow(MeterReading atHandover) {
    try {
      MeterReading end = process.read();
      return metered(atHandover, end, end.since(atHandover));
    } catch (AssayException gone) {
      return new MeasuredCase.Metered(null, atHandover.cpuNanos() - cpuAtLastAnswer, null);
    }
  }

  /// What a harness says that it took. All of it lies in the bracket.
  ///
  /// @param clockedNanos the window and all other clocks of the line
  private record Windows(long nanos, long clockedNanos) {
    private Windows(HarnessLine.Done done) {
      this(done.nanos(), done.nanos() + HarnessClocks.sumNanos(done.clocks()));
    }

    /// An empty or negative window is as impossible when other clocks make up for it.
    private long believedNanos() {
      return nanos <= 0 || clockedNanos < nanos ? Math.min(nanos, 0) : clockedNanos;
    }
  }

  private void take(DueCase due, Windows windows, long bracket, MeasuredCase.Metered metered) {
    Answer answer = handover.collect(due.planned());
    long bytes = due.inputBytes() + answer.bytes();
    var timing =
        new WindowCheck.Timing(
            windows.believedNanos(),
            bracket,
            metered.cpuNanos(),
            metered.cpuBeforeNanos(),
            bytes,
            bytesOfLastCase,
            limits.cpus());
    bytesOfLastCase = bytes;
    boolean impossible = WindowCheck.isImpossible(timing);
    var suspicions = WindowCheck.suspicions(timing);
    record(
        new MeasuredCase(
            due,
            impossible ? Status.CRASHED : Status.OK,
            impossible ? impossibleTime(suspicions.getFirst().text()) : null,
            null,
            windows.nanos() / 1e9,
            bracket,
            metered,
            answer,
            "",
            suspicions));
  }

  private Cause impossibleTime(String text) {
    return new Cause(Cause.Code.IMPOSSIBLE_TIME, rules.stages().named(text, false));
  }

  private MeasuredCase failed(
      DueCase due, String reason, long bracket, MeasuredCase.Metered metered) {
    return new MeasuredCase(
        due,
        Status.CRASHED,
        new Cause(
            Cause.Code.FAILED,
            rules.stages().named("%s failed: %s".formatted(rules.who(), reason), false)),
        null,
        null,
        bracket,
        metered,
        null,
        reason,
        List.of());
  }

  /// What the case has answered by now is kept, though it came too late to count.
  private ProcessResult endWith(DueCase due, MeasuredCase.Metered metered, ProcessResult result) {
    MeasuredCase charged = chargedWith(due, result, false, metered);
    Answer answer = handover.collect(due.planned());
    record(answer.hashes().isEmpty() ? charged : charged.withAnswer(answer));
    return result;
  }

  /// Ends the process for what was heard instead of a due line.
  ///
  /// @param form a sentence with one `%s` for a line that is not due
  private ProcessResult endFor(Heard heard, String form) {
    return switch (heard) {
      case Heard.Line line -> stopFor(form.formatted(shorten(line.text())));
      case Heard.Malformed(String reason) -> stopFor(reason);
      case Heard.Ended() ->
          process.finish(Allowance.fromNow(Limit.WALL, FAREWELL, 0, Duration.ofDays(1)));
    };
  }

  private ProcessResult stopFor(String why) {
    breach = why;
    return process.stop(why);
  }

  /// A line that broke the rules was heard first, though the process may have left by itself before
  /// it was stopped for it.
  private Ending endingOf(ProcessResult result) {
    String why = breach;
    return why != null && result.ending() instanceof Ending.Exited
        ? new Ending.Stopped(why)
        : result.ending();
  }

  private static String shorten(String line) {
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }

  private MeasuredCase chargedWith(
      DueCase due, ProcessResult result, boolean inInit, MeasuredCase.Metered metered) {
    EndingRule.Charge charge = EndingRule.charge(endingOf(result), inInit, rules.stages());
    return MeasuredCase.ended(due, charge, CaseEnding.of(result), metered);
  }

  private ProcessResult sayFarewell() {
    process.say("end");
    long cpu = process.cpuNanos();
    Heard heard =
        process.hear(
            Allowance.fromNow(Limit.WALL, FAREWELL, cpu, FAREWELL.multipliedBy(limits.cpus())));
    ProcessResult result = endFor(heard, "said '%s', which was not due");
    if (!(heard instanceof Heard.Ended)) {
      suspicions.add(
          new Suspicion(
              Suspicion.Code.LINE_NOT_DUE,
              "after its last answer: "
                  + EndingRule.charge(endingOf(result), false).cause().text()));
    }
    if (!(endingOf(result) instanceof Ending.Exited(int code)) || code != 0) {
      remarks.add(
          "after its last answer: " + EndingRule.charge(endingOf(result), false).cause().text());
    }
    return result;
  }

  private void loseTheRest(List<DueCase> cases, ProcessResult result) {
    for (DueCase due : cases.subList(measured.size(), cases.size())) {
      record(MeasuredCase.lost(due, EndingRule.causeOfLoss(endingOf(result))));
    }
  }

  private void record(MeasuredCase result) {
    measured.add(result);
    listener.accept(result);
  }
}
