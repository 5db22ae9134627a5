package dev.assay.sandbox.machine;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.MachineFinding.Level;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What `assay doctor` says, as its JSON has it (docs/doctor.md).
///
/// @param format of this record; a change that readers have to know of raises it
/// @param assay version of Assay
/// @param verdict `fitness` in a sentence
/// @param findings about the machine, in the order in which it was looked at
/// @param selfTest one finding for each check; none where it was left out
/// @param selfTestLeftOut why there was none; absent when there was one
/// @param noiseFloor absent when it was not measured
public record Diagnosis(
    int format,
    String assay,
    Fitness fitness,
    String verdict,
    List<MachineFinding> findings,
    List<MachineFinding> selfTest,
    @Nullable String selfTestLeftOut,
    @Nullable Floor noiseFloor) {
  public static final int FORMAT = 1;

  public Diagnosis {
    findings = List.copyOf(findings);
    selfTest = List.copyOf(selfTest);
  }

  /// What the findings come to.
  public enum Fitness {
    FIT,
    /// Something makes times vary, did not pass, or was not looked at.
    WARNINGS,
    /// Nothing can be measured before something is put right.
    UNFIT
  }

  /// The noise floor with its folds.
  ///
  /// @param wallNanos one for each process, in their order
  /// @param range slowest less fastest, as a share of the median
  /// @param middleHalf third quartile less first, as a share of the median
  /// @param otherCpuNanos CPU time of everything else on the same processor meanwhile
  public record Floor(
      List<Long> wallNanos,
      double medianNanos,
      double range,
      double middleHalf,
      long otherCpuNanos) {
    public Floor {
      wallNanos = List.copyOf(wallNanos);
    }

    static Floor of(NoiseFloor floor) {
      return new Floor(
          floor.wallNanos(),
          floor.medianNanos(),
          floor.range(),
          floor.middleHalf(),
          floor.otherCpuNanos());
    }
  }

  /// Comes to a verdict.
  ///
  /// @param failures of a self-test that could not be executed
  /// @param outcome of the self-test; absent when there was none
  /// @param leftOut why it was not even tried; absent when it was
  public static Diagnosis of(
      String version,
      List<MachineFinding> findings,
      List<MachineFinding> failures,
      SelfTest.@Nullable Outcome outcome,
      @Nullable String leftOut) {
    List<MachineFinding> tested =
        Stream.concat(
                failures.stream(), outcome == null ? Stream.empty() : outcome.findings().stream())
            .toList();
    List<MachineFinding> all = Stream.concat(findings.stream(), tested.stream()).toList();
    long unfit = count(all, Level.UNFIT);
    long warnings = count(all, Level.WARNING);
    NoiseFloor floor = outcome == null ? null : outcome.noiseFloor();
    return new Diagnosis(
        FORMAT,
        version,
        unfit > 0 ? Fitness.UNFIT : warnings > 0 ? Fitness.WARNINGS : Fitness.FIT,
        verdict(unfit, warnings, leftOut != null),
        findings,
        tested,
        leftOut,
        floor == null ? null : Floor.of(floor));
  }

  private static long count(List<MachineFinding> findings, Level level) {
    return findings.stream().filter(finding -> finding.level() == level).count();
  }

  private static String verdict(long unfit, long warnings, boolean untested) {
    String tail = untested ? ", as far as can be told without a self-test." : ".";
    if (unfit > 0) {
      return "Nothing can be measured on this machine before %s put right%s"
          .formatted(unfit == 1 ? "one thing is" : unfit + " things are", tail);
    }
    if (warnings > 0) {
      return "This machine can measure, and %s its times vary or its numbers worth less%s"
          .formatted(warnings == 1 ? "one thing makes" : warnings + " things make", tail);
    }
    return "This machine is fit to measure on" + tail;
  }
}
