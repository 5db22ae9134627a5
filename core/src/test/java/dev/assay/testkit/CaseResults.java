package dev.assay.testkit;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A case, and changed copies of it. Immutable.
public record CaseResults(CaseResult build) {
  public static CaseResult ok(int index, long seed, CaseKind kind, double seconds) {
    return new CaseResult(
        index,
        seed,
        kind,
        Status.OK,
        null,
        null,
        seconds,
        (long) (seconds * 1e9) + 210_000,
        (long) (seconds * 1e9) + 150_000,
        4_000L,
        quiet(),
        List.of(),
        new Verification(true, Map.of("max_abs_err", 1.0 / (index + 7) * 1e-6), ""),
        Map.of("a", Runs.hex(64, index), "b", Runs.hex(64, index + 1)),
        Map.of("c", Runs.hex(64, index + 2)),
        "",
        List.of(),
        List.of());
  }

  /// A case without a window and an answer.
  public static CaseResult failed(int index, long seed, CaseKind kind, Status status, Cause cause) {
    boolean lost = status == Status.LOST;
    return new CaseResult(
        index,
        seed,
        kind,
        status,
        cause,
        lost || status == Status.WRONG ? null : ended(),
        status == Status.WRONG ? 1.3e-5 : null,
        lost ? null : 3_500_000_000L,
        lost ? null : 3_400_000_000L,
        lost ? null : 4_000L,
        null,
        List.of(),
        lost ? null : new Verification(false, Map.of(), "no answer c"),
        Map.of("a", Runs.hex(64, index), "b", Runs.hex(64, index + 1)),
        Map.of(),
        "",
        List.of(),
        List.of());
  }

  /// Killed by the kernel for memory.
  static CaseEnding ended() {
    return new CaseEnding(
        new Ending.Killed(Limit.MEMORY, 1 << 30, 1 << 30),
        new Evidence(1L, 1 << 30, 1L << 30, "kernel", 0, null, 9, 0L));
  }

  /// What goes on around a case of a machine that does nothing else.
  public static CaseNoise quiet() {
    return new CaseNoise(3_000L, 0L, 0L, 0L, 0L, 2L, 1L, 14L, 0L, 900L, 420_000L);
  }

  /// As `quiet`, but other work took so many nanoseconds of the measured processor.
  public static CaseNoise othersTook(long nanos) {
    return new CaseNoise(nanos, 21_000L, 0L, 0L, 0L, 2L, 6L, 14L, 0L, nanos, 420_000L + nanos);
  }

  /// A case that was measured twice: other work had taken half of the first attempt's time.
  public static CaseResult measuredAgain(CaseResult c) {
    long bracket = 12_000_000;
    var disturbed =
        new CaseNoise(bracket / 2, 0L, 0L, 10_000_000L, 0L, 2L, 9L, 14L, 0L, bracket / 2, bracket);
    var first =
        new CaseAttempt(
            false,
            0,
            Status.OK,
            null,
            null,
            bracket / 1e9,
            bracket,
            bracket / 2,
            4_000L,
            disturbed,
            c.verification(),
            c.outputHashes());
    var second =
        new CaseAttempt(
            true,
            1,
            c.status(),
            c.cause(),
            c.ending(),
            c.seconds(),
            c.bracketNanos(),
            c.cpuNanos(),
            c.cpuBeforeNanos(),
            c.noise(),
            c.verification(),
            c.outputHashes());
    return new CaseResult(
        c.index(),
        c.seed(),
        c.kind(),
        c.status(),
        c.cause(),
        c.ending(),
        c.seconds(),
        c.bracketNanos(),
        c.cpuNanos(),
        c.cpuBeforeNanos(),
        c.noise(),
        List.of(first, second),
        c.verification(),
        c.inputHashes(),
        c.outputHashes(),
        c.note(),
        c.remarks(),
        c.suspicions());
  }

  public static CaseResults of(CaseResult result) {
    return new CaseResults(result);
  }

  public CaseResults status(Status status, @Nullable Cause cause) {
    CaseResult c = build;
    return copy(
        status, cause, c.bracketNanos(), c.verification(), c.note(), c.remarks(), c.suspicions());
  }

  public CaseResults noBracket() {
    CaseResult c = build;
    return copy(
            c.status(), c.cause(), null, c.verification(), c.note(), c.remarks(), c.suspicions())
        .noise(null);
  }

  public CaseResults verification(@Nullable Verification verification) {
    CaseResult c = build;
    return copy(
        c.status(),
        c.cause(),
        c.bracketNanos(),
        verification,
        c.note(),
        c.remarks(),
        c.suspicions());
  }

  public CaseResults noise(@Nullable CaseNoise noise) {
    CaseResult c = build;
    return new CaseResults(
        new CaseResult(
            c.index(),
            c.seed(),
            c.kind(),
            c.status(),
            c.cause(),
            c.ending(),
            c.seconds(),
            c.bracketNanos(),
            c.cpuNanos(),
            c.cpuBeforeNanos(),
            noise,
            c.attempts(),
            c.verification(),
            c.inputHashes(),
            c.outputHashes(),
            c.note(),
            c.remarks(),
            c.suspicions()));
  }

  public CaseResults note(String note) {
    CaseResult c = build;
    return copy(
        c.status(),
        c.cause(),
        c.bracketNanos(),
        c.verification(),
        note,
        c.remarks(),
        c.suspicions());
  }

  public CaseResults remarks(List<String> remarks) {
    CaseResult c = build;
    return copy(
        c.status(),
        c.cause(),
        c.bracketNanos(),
        c.verification(),
        c.note(),
        remarks,
        c.suspicions());
  }

  public CaseResults suspicions(List<Suspicion> suspicions) {
    CaseResult c = build;
    return copy(
        c.status(),
        c.cause(),
        c.bracketNanos(),
        c.verification(),
        c.note(),
        c.remarks(),
        suspicions);
  }

  private CaseResults copy(
      Status status,
      @Nullable Cause cause,
      @Nullable Long bracketNanos,
      @Nullable Verification verification,
      String note,
      List<String> remarks,
      List<Suspicion> suspicions) {
    return new CaseResults(
        new CaseResult(
            build.index(),
            build.seed(),
            build.kind(),
            status,
            cause,
            build.ending(),
            build.seconds(),
            bracketNanos,
            bracketNanos == null ? null : build.cpuNanos(),
            bracketNanos == null ? null : build.cpuBeforeNanos(),
            build.noise(),
            build.attempts(),
            verification,
            build.inputHashes(),
            build.outputHashes(),
            note,
            remarks,
            suspicions));
  }
}
