package dev.assay.testkit;

import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
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
        seconds,
        (long) (seconds * 1e9) + 210_000,
        (long) (seconds * 1e9) + 150_000,
        4_000L,
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
        status == Status.WRONG ? 1.3e-5 : null,
        lost ? null : 3_500_000_000L,
        lost ? null : 3_400_000_000L,
        lost ? null : 4_000L,
        lost ? null : new Verification(false, Map.of(), "no answer c"),
        Map.of("a", Runs.hex(64, index), "b", Runs.hex(64, index + 1)),
        Map.of(),
        "",
        List.of(),
        List.of());
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
        c.status(), c.cause(), null, c.verification(), c.note(), c.remarks(), c.suspicions());
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
            build.seconds(),
            bracketNanos,
            bracketNanos == null ? null : build.cpuNanos(),
            bracketNanos == null ? null : build.cpuBeforeNanos(),
            verification,
            build.inputHashes(),
            build.outputHashes(),
            note,
            remarks,
            suspicions));
  }
}
