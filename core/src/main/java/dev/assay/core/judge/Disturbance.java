package dev.assay.core.judge;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.text.NumberText;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// Whether other work took time from a case: something else ran on the processors that measured it,
/// or the hypervisor took them away.
///
/// Both are held against the case's bracket. A case is disturbed when they took more than `SHARE`
/// of it and more than `FLOOR_NANOS`. Nothing of that is stored: it is computed from the case's
/// noise on the way out.
///
/// Counters that only move in ticks of 10 ms (steal always; other work where `/proc/stat` is the
/// only source, proc_stat(5)) can show a whole tick for a moment's work, since the rest of the tick
/// may lie before the case. So only what is certain is counted: one tick less.
public final class Disturbance {
  /// The share of the bracket that others may take: 2 %.
  public static final double SHARE = 0.02;

  /// What others may take of any bracket, however short: 200 µs. Reading the meter takes about
  /// that, and it is other work too.
  public static final long FLOOR_NANOS = 200_000;

  private static final long TICK_NANOS = 10_000_000;

  /// Steal is taken as it is read in brackets longer than this many ticks.
  private static final int MANY_TICKS = 10;

  private Disturbance() {}

  /// The share of a bracket that other work took, from 0 to 1. Of several processors that measured
  /// it, the times are added up.
  ///
  /// @param bracketNanos from hand-over to the answer; absent or not above 0: nothing is known
  /// @param noise what the meter saw in the bracket; without other work in it nothing is known, and
  ///   without steal there is none
  public static OptionalDouble shareOfOthers(
      @Nullable Long bracketNanos, @Nullable CaseNoise noise) {
    return shareOfOthers(bracketNanos, null, noise);
  }

  /// As above, and where the case's own CPU time shows that other work was read in ticks, one tick
  /// less of it is counted.
  ///
  /// @param cpuNanos CPU time of the measured program within the bracket
  public static OptionalDouble shareOfOthers(
      @Nullable Long bracketNanos, @Nullable Long cpuNanos, @Nullable CaseNoise noise) {
    Long others = nanosOfOthers(bracketNanos, cpuNanos, noise);
    return others == null || bracketNanos == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, others / (double) bracketNanos));
  }

  /// Whether other work took more than `SHARE` of the bracket and more than `FLOOR_NANOS`. Where
  /// nothing is known, it did not.
  public static boolean isDisturbed(@Nullable Long bracketNanos, @Nullable CaseNoise noise) {
    return isDisturbed(bracketNanos, null, noise);
  }

  /// As above, with the program's own CPU time within the bracket.
  public static boolean isDisturbed(
      @Nullable Long bracketNanos, @Nullable Long cpuNanos, @Nullable CaseNoise noise) {
    Long others = nanosOfOthers(bracketNanos, cpuNanos, noise);
    return others != null
        && bracketNanos != null
        && others > FLOOR_NANOS
        && others > SHARE * bracketNanos;
  }

  /// Whether the measurement of the case that counts was disturbed.
  public static boolean isDisturbed(CaseResult result) {
    return isDisturbed(result.bracketNanos(), result.cpuNanos(), result.noise());
  }

  public static boolean isDisturbed(CaseAttempt attempt) {
    return isDisturbed(attempt.bracketNanos(), attempt.cpuNanos(), attempt.noise());
  }

  public static OptionalDouble shareOfOthers(CaseResult result) {
    return shareOfOthers(result.bracketNanos(), result.cpuNanos(), result.noise());
  }

  public static OptionalDouble shareOfOthers(CaseAttempt attempt) {
    return shareOfOthers(attempt.bracketNanos(), attempt.cpuNanos(), attempt.noise());
  }

  /// The share in words, as in `other work took 37 % of its time`; empty where nothing is known.
  public static String text(@Nullable Long bracketNanos, @Nullable CaseNoise noise) {
    return text(shareOfOthers(bracketNanos, noise));
  }

  /// A share in words; empty where there is none.
  public static String text(OptionalDouble share) {
    return share.isEmpty()
        ? ""
        : "other work took %s of its time".formatted(NumberText.percent(share.getAsDouble()));
  }

  private static @Nullable Long nanosOfOthers(
      @Nullable Long bracketNanos, @Nullable Long cpuNanos, @Nullable CaseNoise noise) {
    if (bracketNanos == null || bracketNanos <= 0 || noise == null) {
      return null;
    }
    Long work = noise.otherCpuNanos();
    if (work == null) {
      return null;
    }
    long certainWork = isInTicks(work, cpuNanos) ? lessOneTick(work) : work;
    Long steal = noise.stealNanos();
    if (steal == null) {
      return certainWork;
    }
    return certainWork + (bracketNanos > MANY_TICKS * TICK_NANOS ? steal : lessOneTick(steal));
  }

  /// Other work is what the processors did less what the program did. A sum that is a whole number
  /// of ticks was read in ticks; one that was read in nanoseconds hits such a number once in ten
  /// million times.
  private static boolean isInTicks(long work, @Nullable Long cpuNanos) {
    return cpuNanos != null && work > 0 && (work + cpuNanos) % TICK_NANOS == 0;
  }

  private static long lessOneTick(long nanos) {
    return Math.max(0, nanos - TICK_NANOS);
  }
}
