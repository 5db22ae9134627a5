package dev.assay.runner.point;

import dev.assay.core.judge.Disturbance;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.Ending;
import dev.assay.sandbox.Cancellation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Has cases measured again that other work disturbed (docs/measuring.md, Measuring again).
///
/// A retry is one more process of the point, so that no process sees a seed twice. It gets the
/// warm-up cases first and then every case that was answered and whose last measurement was
/// disturbed, in their order. Times are not looked at. What timed out, crashed or was lost is not
/// measured again, nor is what lacks an answer.
public final class DisturbedRetries {
  private final int most;
  private final Starter starter;

  /// Starts one more process of the solution on a stage without a trace of the ones before.
  public interface Starter {
    /// @param process 1 for the first retry, 2 for the second, …
    /// @return without the cases whose turn did not come
    Conversation.Outcome measureAgain(int process, List<DueCase> cases);
  }

  /// @param most how many retries there are at most
  public DisturbedRetries(int most, Starter starter) {
    this.most = most;
    this.starter = starter;
  }

  /// @param cases of the point, in order
  /// @param first what came of its first process
  public void after(Conversation.Outcome first, List<DueCase> cases) {
    var latest = new HashMap<Integer, MeasuredCase>();
    Conversation.Outcome last = first;
    for (int process = 1; process <= most && !isCutOff(last); process++) {
      last.cases().forEach(one -> latest.put(one.due().planned().index(), one));
      List<DueCase> due = due(cases, latest);
      if (due.isEmpty()) {
        return;
      }
      last = starter.measureAgain(process, due);
    }
  }

  /// Warm-up and disturbed cases; none when nothing is disturbed.
  private static List<DueCase> due(List<DueCase> cases, Map<Integer, MeasuredCase> latest) {
    var due = new ArrayList<DueCase>();
    boolean any = false;
    for (DueCase one : cases) {
      boolean isDue = !warms(one) && isDue(latest.get(one.planned().index()));
      any |= isDue;
      if (isDue || warms(one)) {
        due.add(one);
      }
    }
    return any ? List.copyOf(due) : List.of();
  }

  /// What a retry was about, as in `measured 3 cases again that other work had disturbed`.
  public static String describe(List<DueCase> due, Conversation.Outcome outcome) {
    long disturbed = due.stream().filter(one -> !warms(one)).count();
    long measured = outcome.cases().stream().filter(one -> !warms(one.due())).count();
    String what =
        "measured %s again that other work had disturbed"
            .formatted(measured == 1 ? "1 case" : measured + " cases");
    return measured == disturbed
        ? what
        : "%s; %d more had no turn".formatted(what, disturbed - measured);
  }

  private static boolean warms(DueCase due) {
    return due.planned().kind() == CaseKind.WARMUP;
  }

  private static boolean isDue(@Nullable MeasuredCase measured) {
    return measured != null
        && measured.isAnswered()
        && Disturbance.isDisturbed(
            measured.bracketNanos(), measured.metered().cpuNanos(), measured.metered().noise());
  }

  /// By the platform or by a person, who want no more of it.
  private static boolean isCutOff(Conversation.Outcome outcome) {
    return switch (outcome.process().ending()) {
      case Ending.SandboxFailed _ -> true;
      case Ending.Stopped(String reason) -> reason.equals(Cancellation.REASON);
      case Ending.Exited _, Ending.Signaled _, Ending.Killed _, Ending.NotStarted _ -> false;
    };
  }
}
