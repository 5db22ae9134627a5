package dev.assay.runner.point;

import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Status;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import dev.assay.sandbox.Cancellation;
import java.util.List;

/// What the ending of the solution's process means for the case that was due (DESIGN section 5,
/// statuses in odd endings).
public final class EndingRule {
  private EndingRule() {}

  /// The status and cause of the due case.
  public record Charge(Status status, Cause cause) {}

  /// Of the cases that were not even due.
  static Cause causeOfLoss(Ending ending) {
    Cause cause = chargeWhileDue(ending).cause();
    return cause.code() == Cause.Code.CANCELLED
        ? cause
        : new Cause(Cause.Code.EARLIER_CASE, "an earlier case ended the process: " + cause.text());
  }

  /// What a process was refused without being ended for it.
  ///
  /// @param processes the limit of processes and threads
  public static List<String> remarks(ProcessResult process, int processes) {
    Long refused = process.evidence().refusedForks();
    return refused == null || refused == 0
        ? List.of()
        : List.of(
            "could not start %d processes or threads: the limit is %d at a time"
                .formatted(refused, processes));
  }

  /// @param inInit whether the process had not said `ready` yet
  public static Charge charge(Ending ending, boolean inInit) {
    return charge(ending, inInit, Stages.PLAIN);
  }

  /// What causes call the two stretches of a process.
  ///
  /// @param init before `ready`
  /// @param cases while a case is due; empty where nothing is said of it
  public record Stages(String init, String cases) {
    /// Those of a process that does everything.
    public static final Stages PLAIN = new Stages("in init", "");

    String named(String text, boolean inInit) {
      String name = inInit ? init : cases;
      return name.isEmpty() ? text : "%s: %s".formatted(name, text);
    }
  }

  /// @param inInit whether the process had not said `ready` yet
  static Charge charge(Ending ending, boolean inInit, Stages stages) {
    Charge charge = chargeWhileDue(ending);
    Cause cause = charge.cause();
    return cause.code() == Cause.Code.CANCELLED
        ? charge
        : new Charge(
            charge.status(),
            new Cause(inInit ? Cause.Code.INIT : cause.code(), stages.named(cause.text(), inInit)));
  }

  private static Charge chargeWhileDue(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int code) ->
          crashed(Cause.Code.EXIT, "exited with code %d while an answer was due".formatted(code));
      case Ending.Signaled(int signal) ->
          crashed(Cause.Code.SIGNAL, "died of %s".formatted(Signals.describe(signal)));
      case Ending.NotStarted(String reason) ->
          crashed(Cause.Code.EXIT, "could not be started: " + reason);
      case Ending.Stopped(String reason) when reason.equals(Cancellation.REASON) ->
          new Charge(Status.LOST, new Cause(Cause.Code.CANCELLED, "the run was cancelled"));
      case Ending.Stopped(String reason) -> crashed(Cause.Code.PROTOCOL, reason);
      case Ending.SandboxFailed(String reason) ->
          crashed(Cause.Code.PLATFORM, "the sandbox failed: " + reason);
      case Ending.Killed(Limit limit, long limitValue, long reached) ->
          killed(limit, limitValue, reached);
    };
  }

  private static Charge killed(Limit limit, long limitValue, long reached) {
    return switch (limit) {
      case MEMORY ->
          new Charge(
              Status.OOM,
              new Cause(
                  Cause.Code.OOM_KILL,
                  "the kernel killed it for memory: the limit is %s"
                      .formatted(new DataSize(limitValue))));
      case INIT, WALL ->
          new Charge(
              Status.TIMEOUT,
              new Cause(
                  Cause.Code.CASE_LIMIT,
                  "ended after %s, the limit is %s of wall time"
                      .formatted(nanos(reached), nanos(limitValue))));
      case CPU ->
          new Charge(
              Status.TIMEOUT,
              new Cause(
                  Cause.Code.CPU_LIMIT,
                  "ended after %s of CPU time, the limit is %s"
                      .formatted(nanos(reached), nanos(limitValue))));
      case OUTPUT, DISK ->
          crashed(
              Cause.Code.OUTPUT_LIMIT,
              reached <= limitValue
                  ? "wrote more files than its file system has room for; the limit is %s in all"
                      .formatted(new DataSize(limitValue))
                  : "wrote %s, the limit is %s"
                      .formatted(new DataSize(reached), new DataSize(limitValue)));
    };
  }

  private static Charge crashed(Cause.Code code, String text) {
    return new Charge(Status.CRASHED, new Cause(code, text));
  }

  private static String nanos(long nanos) {
    return DurationText.ofSeconds(nanos / 1e9);
  }
}
