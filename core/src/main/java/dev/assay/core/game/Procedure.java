package dev.assay.core.game;

import dev.assay.core.bundle.ProgramRules;
import java.util.List;
import java.util.OptionalInt;

/// In which order a program is measured, as the Computer Language Benchmarks Game does it: the
/// smallest workload first, the next only when the output was right; the largest again when it was
/// done within the cutoff, or the largest that was when another took longer than the timeout. A
/// pure function of what was measured so far.
public final class Procedure {
  private Procedure() {}

  /// What is next.
  ///
  /// @param workloads how many there are, in ascending order
  /// @param taken every measurement so far, in order
  public static Step next(int workloads, ProgramRules rules, List<Taken> taken) {
    if (workloads == 0) {
      return new Step.Through(Step.Reason.NO_WORKLOAD);
    }
    List<Taken> verified = taken.stream().filter(Taken::verified).toList();
    if (verified.isEmpty()) {
      return new Step.Measure(0, true, taken.size());
    }
    Taken last = verified.getLast();
    return switch (last.result()) {
      case FAILED -> new Step.Through(Step.Reason.FAILED);
      case RIGHT ->
          last.workload() + 1 < workloads
              ? new Step.Measure(last.workload() + 1, true, taken.size())
              : repeat(rules, taken, Step.Reason.COMPLETE, Step.Reason.OVER_CUTOFF);
      case TIMED_OUT -> repeat(rules, taken, Step.Reason.FELL_BACK, Step.Reason.TIMED_OUT);
    };
  }

  /// @param all why it is through after all repeats
  /// @param none why it is through when no workload is repeated
  private static Step repeat(
      ProgramRules rules, List<Taken> taken, Step.Reason all, Step.Reason none) {
    OptionalInt target = repeated(rules, taken);
    if (target.isEmpty()) {
      return new Step.Through(none);
    }
    List<Taken> repeats = taken.stream().filter(one -> !one.verified()).toList();
    if (repeats.stream().anyMatch(one -> one.result() == Taken.Result.TIMED_OUT)) {
      return new Step.Through(Step.Reason.REPEAT_TIMED_OUT);
    }
    return repeats.size() < rules.repeats()
        ? new Step.Measure(target.getAsInt(), false, taken.size())
        : new Step.Through(all);
  }

  /// The workload that is measured again: the last one when it was done, else the largest that was
  /// done within the cutoff. Empty when there is none, or the last one took longer.
  private static OptionalInt repeated(ProgramRules rules, List<Taken> taken) {
    Taken last = taken.stream().filter(Taken::verified).toList().getLast();
    return last.result() == Taken.Result.RIGHT
        ? isWithinCutoff(last, rules) ? OptionalInt.of(last.workload()) : OptionalInt.empty()
        : largestWithinCutoff(rules, taken);
  }

  private static OptionalInt largestWithinCutoff(ProgramRules rules, List<Taken> taken) {
    return taken.stream()
        .filter(one -> one.verified() && isWithinCutoff(one, rules))
        .mapToInt(Taken::workload)
        .max();
  }

  private static boolean isWithinCutoff(Taken one, ProgramRules rules) {
    return one.result() == Taken.Result.RIGHT && one.elapsedNanos() <= rules.cutoff().toNanos();
  }

  /// Whether a workload that was measured is not measured any more, whatever comes.
  ///
  /// @param workload place in ascending order, from 0
  public static boolean isSettled(
      int workload, int workloads, ProgramRules rules, List<Taken> taken) {
    return switch (next(workloads, rules, taken)) {
      case Step.Through _ -> true;
      case Step.Measure(int repeated, boolean verified, int _) when !verified ->
          workload != repeated;
      case Step.Measure _ -> workload < largestWithinCutoff(rules, taken).orElse(0);
    };
  }

  /// The workload whose figures are the program's: the largest that was done right, or the one that
  /// it fell back to. Empty when none was done.
  public static OptionalInt reported(ProgramRules rules, List<Taken> taken) {
    List<Taken> verified = taken.stream().filter(Taken::verified).toList();
    boolean timedOut = !verified.isEmpty() && verified.getLast().result() == Taken.Result.TIMED_OUT;
    OptionalInt within = timedOut ? largestWithinCutoff(rules, taken) : OptionalInt.empty();
    return within.isPresent()
        ? within
        : verified.stream()
            .filter(one -> one.result() == Taken.Result.RIGHT)
            .mapToInt(Taken::workload)
            .max();
  }
}
